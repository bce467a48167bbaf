//! Tests of the queue with workers that do not compile.

use super::{CancelledJob, CompileQueue, Requested, Worker};
use crate::base::CancelToken;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// A worker that remembers its token.
#[derive(Default)]
struct Plain(CancelToken);

impl Worker for Plain {
    fn begin(&mut self, token: &CancelToken) {
        self.0 = token.clone();
    }
}

type Queue = CompileQueue<&'static str, Plain>;

fn queue(threads: usize) -> Queue {
    CompileQueue::start(threads, Plain::default).expect("threads start where tests run")
}

/// A queue of one thread, which runs a job until the sender is used or dropped.
fn busy() -> (Queue, Sender<()>) {
    let queue = queue(1);
    let (finish, finished) = channel();
    let (start, started) = channel();
    queue.request("first", 0, hold(start, finished));
    started.recv().expect("the thread starts the job");
    (queue, finish)
}

/// A job that says that it runs, and waits.
fn hold(start: Sender<()>, finished: Receiver<()>) -> impl FnOnce(&mut Plain) + Send {
    move |_| {
        _ = start.send(());
        _ = finished.recv();
    }
}

/// A job that sends its name.
fn send(names: &Sender<&'static str>, name: &'static str) -> impl FnOnce(&mut Plain) + Send + use<> {
    let names = names.clone();
    move |_| _ = names.send(name)
}

#[test]
fn higher_priorities_run_first_then_older_jobs() {
    let (queue, finish) = busy();
    let (names, seen) = channel();
    for (name, priority) in [("low", 1), ("high", 5), ("other high", 5), ("raised", 0), ("kept", 3)] {
        assert_eq!(queue.request(name, priority, send(&names, name)), Requested::Added);
    }
    assert_eq!(queue.request("raised", 9, send(&names, "dropped")), Requested::Waiting);
    assert_eq!(queue.request("kept", 2, send(&names, "dropped")), Requested::Waiting);
    drop(finish);
    queue.wait();
    drop(names);
    assert_eq!(seen.iter().collect::<Vec<_>>(), ["raised", "high", "other high", "kept", "low"]);
    let stats = queue.stats();
    assert_eq!((stats.added, stats.duplicates, stats.finished), (6, 2, 6));
    assert_eq!((stats.waiting, stats.running, stats.cancelled, stats.panicked), (0, 0, 0, 0));
}

#[test]
fn a_running_job_is_not_added_again_unless_it_is_cancelled() {
    let (queue, finish) = busy();
    let (names, seen) = channel();
    assert_eq!(queue.request("first", 0, send(&names, "dropped")), Requested::Running);
    assert_eq!(queue.cancel(&"first"), Some(CancelledJob::Running));
    assert_eq!(queue.cancel(&"first"), None, "it is cancelled already");
    assert_eq!(queue.request("first", 0, send(&names, "again")), Requested::Added);
    drop(finish);
    queue.wait();
    drop(names);
    assert_eq!(seen.iter().collect::<Vec<_>>(), ["again"]);
}

#[test]
fn a_waiting_job_is_dropped_by_cancel() {
    let (queue, finish) = busy();
    let (names, seen) = channel();
    queue.request("waits", 0, send(&names, "waits"));
    assert_eq!(queue.cancel(&"waits"), Some(CancelledJob::Waiting));
    assert_eq!(queue.cancel(&"waits"), None);
    assert_eq!(queue.cancel(&"unknown"), None);
    drop(finish);
    queue.wait();
    drop(names);
    assert_eq!(seen.iter().count(), 0);
    assert_eq!(queue.stats().cancelled, 1);
}

#[test]
fn the_worker_gets_the_token_of_each_job() {
    let queue = queue(1);
    let (start, started) = channel();
    let (token, seen) = channel();
    queue.request("cancelled", 0, move |worker: &mut Plain| {
        _ = start.send(());
        while !worker.0.is_cancelled() {
            thread::sleep(Duration::from_millis(1));
        }
    });
    started.recv().expect("the thread starts the job");
    queue.request("next", 0, move |worker: &mut Plain| _ = token.send(worker.0.is_cancelled()));
    assert_eq!(queue.cancel(&"cancelled"), Some(CancelledJob::Running));
    assert_eq!(seen.recv(), Ok(false), "the next job has a token of its own");
}

#[test]
fn a_panic_costs_one_job_and_the_worker() {
    let (made, workers) = channel();
    let make = move || {
        _ = made.send(());
        Plain::default()
    };
    let queue: Queue = CompileQueue::start(1, make).expect("threads start where tests run");
    let (names, seen) = channel();
    queue.request("fails", 1, |_: &mut Plain| std::panic::resume_unwind(Box::new("not printed")));
    queue.request("works", 0, send(&names, "works"));
    queue.wait();
    assert_eq!(seen.try_recv(), Ok("works"));
    assert_eq!((queue.stats().panicked, queue.stats().finished), (1, 1));
    assert_eq!(workers.try_iter().count(), 2);
}

#[test]
fn dropping_the_queue_cancels_running_jobs_and_drops_the_others() {
    let (queue, names, seen, running) = {
        let queue = queue(1);
        let (names, seen) = channel();
        let (start, running) = channel();
        queue.request("runs", 0, move |worker: &mut Plain| {
            _ = start.send(());
            while !worker.0.is_cancelled() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        (queue, names, seen, running)
    };
    running.recv().expect("the thread starts the job");
    queue.request("waits", 0, send(&names, "waits"));
    drop(queue);
    drop(names);
    assert_eq!(seen.iter().count(), 0);
}

#[test]
fn a_job_may_drop_the_queue() {
    let queue = Arc::new(queue(1));
    let (done, finished) = channel();
    let (go, gone) = channel::<()>();
    let own = queue.clone();
    queue.request("last", 0, move |_: &mut Plain| {
        _ = gone.recv();
        drop(own);
        _ = done.send(());
    });
    drop(queue);
    drop(go);
    assert_eq!(finished.recv(), Ok(()));
}

#[test]
fn several_threads_run_each_job_once() {
    let queue: CompileQueue<u32, Plain> =
        CompileQueue::start(4, Plain::default).expect("threads start where tests run");
    let (numbers, seen) = channel();
    for number in 0..1_000 {
        let numbers = numbers.clone();
        let priority = u64::from(number % 7);
        assert_eq!(queue.request(number, priority, move |_| _ = numbers.send(number)), Requested::Added);
    }
    queue.wait();
    drop(numbers);
    let mut seen: Vec<u32> = seen.iter().collect();
    seen.sort_unstable();
    assert!(seen.iter().copied().eq(0..1_000));
}
