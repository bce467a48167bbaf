//! Clocks, medians and means.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The kind of time that is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Clock {
    /// Wall-clock time.
    Wall,
    /// Processor time of this thread.
    Cpu,
}

impl Clock {
    fn now(self) -> Duration {
        let time = clock_gettime(match self {
            Clock::Wall => ClockId::Monotonic,
            Clock::Cpu => ClockId::ThreadCPUTime,
        });
        // Both clocks begin at zero.
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// Returns the result of a closure, and its time in seconds.
    pub(crate) fn time<T>(self, work: impl FnOnce() -> T) -> (T, f64) {
        let began = self.now();
        let result = work();
        (result, (self.now() - began).as_secs_f64())
    }
}

/// The median; `None` if there are no values.
pub(crate) fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

/// The geometric mean; `None` if there are no values.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let sum: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (sum / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles_and_means() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&mut []), None);
        assert!((geometric_mean(&[1.0, 4.0]).expect("a mean") - 2.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
    }

    #[test]
    fn clocks_go_forward() {
        for clock in [Clock::Wall, Clock::Cpu] {
            let (sum, time) = clock.time(|| (0..1_000_000u64).fold(0u64, |a, b| a.rotate_left(5) ^ b));
            assert!(sum != 0 && time > 0.0, "{clock:?}");
        }
    }
}
