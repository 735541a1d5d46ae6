pub fn run(_k:&str,_n:usize){}
