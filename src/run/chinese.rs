//! What happens at a step, in Chinese: the sentences of [`super::sentence`] for captions.

use glam::DVec3;

use super::number::{NumberStyle, format_number};
use super::trace::Trace;
use super::words::{direction_words, point_name, test_words};
use crate::kernel::{Answer, Claim, EventKind, Exit, PointId, TestRecord};
use crate::shape::SMOOTH;

/// The step in words; empty for a step that does not exist.
pub(super) fn sentence(trace: &Trace, index: usize, style: NumberStyle) -> String {
    let Some(step) = trace.step(index) else { return String::new() };
    let number = |x: f64| format_number(x, style);
    let vector = |d: DVec3| direction_words(d, style);
    match step.event.kind {
        EventKind::Start { d } => format!("初始搜索方向 d = {}。", vector(d)),
        EventKind::Support { point } | EventKind::Given { point } => {
            let p = &trace.points[point as usize];
            let vertex =
                |i: u32, x: DVec3| if i == SMOOTH { format!("点 {}", vector(x)) } else { format!("顶点 {i}") };
            let (a, b) = (vertex(p.ia, p.a), vertex(p.ib, p.b));
            let (name, w) = (point_name(point), vector(p.w));
            match step.event.kind {
                EventKind::Support { .. } => format!(
                    "沿 d = {} 最远的是 A 的{a}，沿 −d 最远的是 B 的{b}，得 {name} = a − b = {w}。",
                    vector(p.d)
                ),
                _ => format!("{name} = {w} 来自 A 的{a}和 B 的{b}，是给定的，不是搜索所得。"),
            }
        }
        EventKind::Test(test) => tested(&test, step.own_direction(), style),
        EventKind::Reduce { before, after, v, .. } => {
            let kept = match after.len() {
                1 => format!("顶点 {}", list(&after)),
                2 => format!("边 {}", list(&after)),
                3 => format!("三角形 {}", list(&after)),
                _ => list(&after),
            };
            let what = match before.len() == after.len() {
                true => format!("单纯形保留{kept}"),
                false => format!("单纯形缩减为{kept}，舍去 {}", list(&step.dropped())),
            };
            match step.closest().is_some_and(|(weights, _)| weights.len() <= 2) {
                true => format!("{what}。离原点最近的点是 v = {}，距离 {}。", vector(v), number(v.length())),
                false => format!("{what}。"),
            }
        }
        EventKind::Bounds { lower, upper } => {
            format!("有符号距离介于 {} 和 {} 之间。", number(lower), number(upper))
        }
        EventKind::Polygon { by: None } => {
            format!("EPA 从围绕原点的 {} 条边的多边形开始。", step.polygon().count())
        }
        EventKind::Polygon { by: Some(p) } => {
            format!("多边形扩展到 {}，现有 {} 条边。", point_name(p), step.polygon().count())
        }
        EventKind::Nearest { edge } => {
            let e = &trace.edges[edge as usize];
            let (from, to) = (point_name(e.from), point_name(e.to));
            format!("边 {from} {to} 离原点最近：距离 {}，外法线 n = {}。", number(e.distance), vector(e.normal))
        }
        EventKind::HandOver { simplex } => match simplex.len() {
            0 => "GJK 转交 EPA，没有单纯形。".into(),
            1 => format!("GJK 把点 {} 转交 EPA（秩 0）。", list(&simplex)),
            2 => format!("GJK 把线段 {} 转交 EPA（秩 1）。", list(&simplex)),
            _ => format!("GJK 把三角形 {} 转交 EPA（秩 2）。", list(&simplex)),
        },
        EventKind::Exit { exit, .. } => {
            let last = step.index + 1 == trace.len();
            let so = if last { answered(trace, style) } else { String::new() };
            format!("退出“{}”：{}。{so}", exit.id(), exit_meaning(exit))
        }
    }
}

fn list(points: &[PointId]) -> String {
    points.iter().map(|&p| point_name(p)).collect::<Vec<_>>().join("、")
}

fn answered(trace: &Trace, style: NumberStyle) -> String {
    let word = match trace.answered.answer {
        Answer::Separated => "分离",
        Answer::Touching => "接触",
        Answer::Overlapping => "重叠",
        Answer::Undecided => "未定",
    };
    match trace.answered.signed_distance {
        Some(s) if trace.answered.answer == Answer::Overlapping => {
            format!("结果：{word}，深度 {}。", format_number(-s, style))
        }
        Some(s) => format!("结果：{word}，距离 {}。", format_number(s, style)),
        None => format!("结果：{word}。"),
    }
}

fn tested(test: &TestRecord, d: Option<DVec3>, style: NumberStyle) -> String {
    let claim = claim_sentence(test);
    if let Claim::Duplicate | Claim::NewPoint | Claim::MomentumRepeats | Claim::NoSubset | Claim::Subset = test.claim {
        return format!("{claim}。");
    }
    let (left, relation, right) = test_words(test, style);
    let with = |text: String, value: f64| {
        let value = format_number(value, style);
        if text == value { text } else { format!("{text} = {value}") }
    };
    let (left, right) = (with(left, test.left_value), with(right, test.right_value));
    let relation = if test.held { relation } else { format!("不 {relation}") };
    let with = d.map_or(String::new(), |d| format!("，其中 d = {}", direction_words(d, style)));
    format!("{left} {relation} {right}{with}：{claim}。")
}

/// What the kernel concludes, as half a sentence.
pub fn claim_sentence(test: &TestRecord) -> String {
    let [p, q, r] = test.points.map(point_name);
    match test.claim {
        Claim::Open => "尚未决定，看下一个测试".into(),
        Claim::Apart => "最远的点也没有越过原点，所以两形状分离".into(),
        Claim::MayMeet => "差集沿 d 越过原点，两形状可能相交".into(),
        Claim::ContainsOrigin => "单纯形包含原点，所以两形状相交".into(),
        Claim::OriginOnSimplex => "原点在单纯形上".into(),
        Claim::Region(1) => format!("原点的垂足在 {p} 之前，所以顶点 {p} 最近"),
        Claim::Region(2) => format!("原点的垂足在边 {p}{q} 上，所以这条边最近"),
        Claim::Region(_) => "最近点在面内".into(),
        Claim::NotRegion(_) => "最近的特征是另一个".into(),
        Claim::OutsideEdge => format!("原点不在边 {p}{q} 的内侧"),
        Claim::InsideEdge => format!("原点在边 {p}{q} 的内侧"),
        Claim::Duplicate => format!("{p} 已在单纯形中，沿 d 没有更近的点"),
        Claim::NewPoint => format!("{p} 是新的点"),
        Claim::Converged => "上下界在容差内一致，这就是答案".into(),
        Claim::NotConverged => "上下界还有差距".into(),
        Claim::NoProgress => "改进不超过舍入误差，这些数字已不能更近".into(),
        Claim::Progress => "改进是真实的".into(),
        Claim::Inscribed => "差集内的圆沿 d 同样远，没有哪个方向更近".into(),
        Claim::OnBoundary => "差集不再向外延伸，所以原点在其边界上".into(),
        Claim::Extends => "差集向这一侧延伸".into(),
        Claim::EdgeVisible => format!("{p} 也在这条边之外，所以去掉这条边"),
        Claim::EdgeHidden => "保留这条边".into(),
        Claim::Weight(2) => format!("在 {p} 和 {q} 的直线上，原点的垂足在 {q} 的 {p} 一侧"),
        Claim::Weight(3) => format!("原点的垂足在边 {q}{r} 的 {p} 一侧"),
        Claim::Weight(_) => format!("原点在面 {p}{q}{r} 的内侧"),
        Claim::NoWeight(2) => format!("在 {p} 和 {q} 的直线上，原点的垂足不在 {q} 的 {p} 一侧"),
        Claim::NoWeight(3) => format!("原点的垂足不在边 {q}{r} 的 {p} 一侧"),
        Claim::NoWeight(_) => format!("原点不在面 {p}{q}{r} 的内侧"),
        Claim::Nearer => "这个特征比目前最好的更近，取而代之".into(),
        Claim::NotNearer => "目前最好的特征至少同样近".into(),
        Claim::SignUnsure => format!("{p} 的余子式在舍入误差之内，符号不可信，由备用方法决定"),
        Claim::SignSure => format!("{p} 的余子式超出舍入误差，符号正确"),
        Claim::NoSubset => "没有子集通过，说明有一个符号是错的，由备用方法决定".into(),
        Claim::Subset => "有一个子集通过".into(),
        Claim::MomentumSpent => format!("沿动量方向找到的 {p} 没有更接近原点，改用普通 GJK"),
        Claim::MomentumHelps => format!("沿动量方向找到的 {p} 更接近原点"),
        Claim::MomentumRepeats => format!("沿动量方向找到的 {p} 已在单纯形中，改用普通 GJK"),
        Claim::OnSegmentSoApart => "原点在线段上，这个教程称之为分离".into(),
        Claim::BestAxis => "目前没有哪条轴使两形状分得更开".into(),
        Claim::NotBestAxis => "先前的一条轴同样或更能分开两形状".into(),
        Claim::RayRight => format!("从内点看，原点在 {q} 的右侧"),
        Claim::RayLeft => format!("从内点看，原点不在 {q} 的右侧"),
    }
}

fn exit_meaning(exit: Exit) -> &'static str {
    match exit {
        Exit::Apart => "有一个方向把两形状分开",
        Exit::Converged => "上下界在容差内一致",
        Exit::DuplicateSupport => "支撑点已经有了，没有更近的点",
        Exit::NoProgress => "改进低于舍入误差",
        Exit::ContainsOrigin => "单纯形包含原点",
        Exit::OriginOnSimplex => "原点在单纯形的顶点或边上",
        Exit::FlatDifference => "差集没有内部，原点在它上面",
        Exit::OnBoundary => "原点在差集的边界上",
        Exit::IterationLimit => "达到迭代上限，没有答案",
        Exit::NotFinite => "某个值变为无穷或 NaN",
        Exit::OriginOnSegment => "原点在第一条线段上，这个教程称之为分离",
        Exit::AllAxes => "所有轴都看过了，分得最开的那条就是答案",
        Exit::NotApplicable => "此算法不能用于这样的形状",
        Exit::ExternalAnswer => "另一个库的答案，内部没有记录",
    }
}

/// What an event is, in a word or two.
pub(super) fn kind(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Start { .. } => "开始",
        EventKind::Support { .. } => "支撑点",
        EventKind::Given { .. } => "给定的点",
        EventKind::Test(_) => "测试",
        EventKind::Reduce { .. } => "缩减",
        EventKind::Bounds { .. } => "上下界",
        EventKind::Polygon { .. } => "多边形",
        EventKind::Nearest { .. } => "最近的边",
        EventKind::HandOver { .. } => "转交 EPA",
        EventKind::Exit { .. } => "退出",
    }
}
