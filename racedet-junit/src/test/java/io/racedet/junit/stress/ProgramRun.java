package io.racedet.junit.stress;

import io.racedet.junit.Schedule;
import io.racedet.junit.agent.AgentUnavailable;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.EventHash;
import io.racedet.junit.record.LiveOptions;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.junit.record.StartedThreads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a generated program under the recorder.
 *
 * @param program the program
 * @param journals the journals of its threads, by number
 * @param trace the recorded trace
 * @param beside the events that were sent beside the program, null if none were
 */
record ProgramRun(
    ProgramText program, List<Journal> journals, RecordedTrace trace, EventHash beside)
    implements AutoCloseable {
  private static final String THREAD = "stress-";
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);
  private static final long PLENTY = 50_000_000;

  /**
   * The agent, with the programs in its scope.
   *
   * @param reduced whether accesses have no hooks in programs to come that others cover
   */
  static RacedetAgent agent(boolean reduced) {
    RacedetAgent agent = agent();
    agent.giveAllHooks(!reduced);
    return agent;
  }

  /** Weaves the classes in the package of generated programs from now on. */
  private static RacedetAgent agent() {
    try {
      RacedetAgent agent = RacedetAgent.install();
      String scope = ProgramText.PACKAGE;
      agent.cover(new Scope(scope, Path.of(""), List.of(scope), List.of()));
      return agent;
    } catch (AgentUnavailable e) {
      throw new AssertionError(e);
    }
  }

  /** The number of a thread by its name, or -1. */
  static int number(String name) {
    return name.startsWith(THREAD) ? Integer.parseInt(name.substring(THREAD.length())) : -1;
  }

  static ProgramRun of(
      ProgramText program, Program body, Schedule schedule, long seed, ThreadKind kind, Path beside)
      throws InterruptedException {
    RacedetAgent agent = agent();
    Cell.Statics.reset();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Journal> journals = new ArrayList<>();
    Thread[] threads = new Thread[program.threads()];
    World world = new World(program.parties());
    for (int i = 0; i < threads.length; i++) {
      Journal journal = new Journal(i);
      journals.add(journal);
      int number = i;
      threads[i] = kind.of(THREAD + i, () -> run(body, number, world, journal, threads, failures));
      world.putThread(i, threads[i]);
    }
    EventHash events = beside == null ? null : new EventHash();
    RecordingOptions how =
        new RecordingOptions(
            schedule, seed, PLENTY, name -> name.startsWith(ProgramText.PACKAGE + '.'));
    Recording recording =
        beside == null
            ? Recording.start(agent.sites(), how)
            : Recording.start(
                agent.sites(),
                how,
                new LiveOptions(PLENTY, 0, 1 << 30, beside, names -> events),
                new StartedThreads());
    threads[0].start();
    threads[0].join(PATIENCE_MILLIS);
    boolean ended = !threads[0].isAlive();
    RecordedTrace trace = recording.stop();
    if (!ended || !failures.isEmpty()) {
      trace.close();
      throw failure(threads, failures);
    }
    return new ProgramRun(program, journals, trace, events);
  }

  private static void run(
      Program body,
      int number,
      World world,
      Journal journal,
      Thread[] threads,
      List<Throwable> failures) {
    try {
      journal.open();
      body.run(number, world, journal);
    } catch (Throwable e) {
      failures.add(e);
      for (Thread thread : threads) {
        thread.interrupt();
      }
    }
  }

  private static AssertionError failure(Thread[] threads, List<Throwable> failures) {
    StringBuilder stacks = new StringBuilder("the program has failed, or has not ended");
    for (Thread thread : threads) {
      stacks.append('\n').append(thread.getName()).append(' ').append(thread.getState());
      for (StackTraceElement frame : thread.getStackTrace()) {
        stacks.append("\n    ").append(frame);
      }
      thread.interrupt();
    }
    AssertionError error = new AssertionError(stacks.toString());
    failures.forEach(error::addSuppressed);
    return error;
  }

  @Override
  public void close() {
    trace.close();
  }
}
