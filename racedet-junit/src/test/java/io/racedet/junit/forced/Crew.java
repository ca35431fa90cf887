package io.racedet.junit.forced;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The threads of a program besides its first one. Those from before wait when this is created. */
public final class Crew {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  private final ForcedText text;
  private final ForcedProgram program;
  private final Turns turns;
  private final List<Member> members = new ArrayList<>();
  private Throwable failure;

  /** What there is for one thread. */
  private static final class Member {
    private final Semaphore gate = new Semaphore(0);
    private final Object bell = new Object();
    private Runnable body;
    private Thread thread;
    private ExecutorService pool;
    private Future<?> task;
  }

  Crew(ForcedText text, ForcedProgram program, Turns turns) throws Exception {
    this.text = text;
    this.program = program;
    this.turns = turns;
    for (int i = 0; i < text.starts().size(); i++) {
      Member member = new Member();
      int number = i + 1;
      member.body = () -> run(number);
      members.add(member);
      prepare(member, number, text.starts().get(i));
    }
  }

  private void prepare(Member member, int number, Start start) throws Exception {
    String name = "forced-" + number;
    switch (start) {
      case NEW -> member.thread = new Thread(member.body, name);
      case IDLE -> {
        member.pool = Executors.newFixedThreadPool(1, body -> named(member, body, name));
        member.pool.submit(() -> {}).get();
        awaitWaiting(member.thread);
      }
      case PARKED -> startBefore(member, name, member.gate::acquireUninterruptibly);
      case WAITING -> startBefore(member, name, () -> awaitBell(member));
    }
  }

  private static Thread named(Member member, Runnable body, String name) {
    member.thread = new Thread(body, name);
    return member.thread;
  }

  private static void startBefore(Member member, String name, Runnable waiting) {
    member.thread =
        new Thread(
            () -> {
              waiting.run();
              member.body.run();
            },
            name);
    member.thread.start();
    awaitWaiting(member.thread);
  }

  /* Who returns too early waits for its turn. */
  private static void awaitBell(Member member) {
    synchronized (member.bell) {
      try {
        member.bell.wait();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static void awaitWaiting(Thread thread) {
    long start = System.nanoTime();
    while (thread.getState() != Thread.State.WAITING) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException(thread + " does not wait: " + thread.getState());
      }
      Thread.yield();
    }
  }

  /** Runs a thread of the program; whoever calls this is that thread. */
  void run(int number) {
    try {
      program.run(number, turns, this);
    } catch (Throwable e) {
      failure = failure == null ? e : failure;
      turns.abort();
    }
  }

  /** After the recording: waits for the ends of all threads, and reports what has failed. */
  void end() throws Exception {
    for (Member member : members) {
      if (member.pool != null) {
        member.pool.shutdown();
      }
      member.thread.join(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
    }
    if (failure != null) {
      throw new IllegalStateException(text.toString(), failure);
    }
  }

  private Member member(int number) {
    return members.get(number - 1);
  }

  /**
   * A thread.
   *
   * @param number its number, from 1
   * @return the thread
   */
  public Thread thread(int number) {
    return member(number).thread;
  }

  /**
   * What a parked thread waits for.
   *
   * @param number its number, from 1
   * @return a semaphore without a permit
   */
  public Semaphore gate(int number) {
    return member(number).gate;
  }

  /**
   * What a waiting thread waits on.
   *
   * @param number its number, from 1
   * @return the object
   */
  public Object bell(int number) {
    return member(number).bell;
  }

  /**
   * Gives the body of a thread to the worker of a pool.
   *
   * @param number its number, from 1
   */
  public void submit(int number) {
    member(number).task = member(number).pool.submit(member(number).body);
  }

  /**
   * The body of a thread of a pool.
   *
   * @param number its number, from 1
   * @return what tells when it has ended
   */
  public Future<?> task(int number) {
    return member(number).task;
  }
}
