package io.racedet;

import io.racedet.event.EventSink;
import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * A program that runs for days: one thread and a hundred objects in 500 events, all of them soon
 * dead, and a race at two locations. It prints the memory in use at intervals, in bytes, and at the
 * end what was found.
 */
final class FeedDays {
  private static final int INTERVALS = 20;
  private static final int OBJECTS_OF_A_THREAD = 100;
  private static final int RUNNING = 8; // short threads at the same time
  private static final int ADDRESSES = 4096; // which are used again
  private static final long FRESH = 1L << 40;

  private final RaceFeed feed;
  private final SplittableRandom random = new SplittableRandom(17);
  private final int starter;
  private final int waiter;
  private final int[] residents = new int[4];
  private final int ended;
  private final int shared;
  private final int sharedLock;
  private final int bare;
  private final int[] locations;
  private final Deque<Integer> running = new ArrayDeque<>();
  private long threads;
  private long objects;
  private long events;

  private FeedDays(String... engines) {
    feed = RaceFeed.with(engines).open();
    starter = feed.handle(Operand.THREAD, "starter");
    waiter = feed.handle(Operand.THREAD, "waiter");
    Arrays.setAll(residents, i -> feed.handle(Operand.THREAD, "resident " + i));
    ended = feed.handle(Operand.CHANNEL, "ended");
    shared = feed.handle(Operand.VARIABLE, "shared.count");
    sharedLock = feed.handle(Operand.LOCK, "shared");
    bare = feed.handle(Operand.VARIABLE, "shared.bare");
    locations = new int[] {feed.location("Racy.java:1"), feed.location("Racy.java:2")};
  }

  /**
   * Runs the program.
   *
   * @param args how many events, and the engines
   */
  public static void main(String[] args) {
    long events = Long.parseLong(args[0]);
    FeedDays days = new FeedDays(Arrays.copyOfRange(args, 1, args.length));
    for (int interval = 1; interval <= INTERVALS; interval++) {
      while (days.events < events / INTERVALS * interval) {
        days.oneThread();
      }
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      System.out.println("used " + (runtime.totalMemory() - runtime.freeMemory()));
    }
    RaceReport report = days.feed.finish();
    System.out.println(
        "threads "
            + days.threads
            + " objects "
            + days.objects
            + " slots "
            + days.feed.intake().slots());
    System.out.print(report.text());
  }

  /** One thread starts the short threads, another one waits for the oldest and tells the first. */
  private void oneThread() {
    int thread = feed.handle(Operand.THREAD, threads++);
    event(Op.FORK, starter, thread);
    running.addLast(thread);
    for (int i = 0; i < OBJECTS_OF_A_THREAD; i++) {
      oneObject(thread);
    }
    event(Op.ACQUIRE, thread, sharedLock);
    event(Op.WRITE, thread, shared);
    event(Op.RELEASE, thread, sharedLock);
    feed.event(Op.WRITE, thread, bare, locations[0]);
    int resident = residents[random.nextInt(residents.length)];
    event(Op.ACQUIRE, resident, sharedLock);
    event(Op.WRITE, resident, shared);
    event(Op.RELEASE, resident, sharedLock);
    feed.event(Op.READ, resident, bare, locations[1]);
    events += 2;
    if (running.size() == RUNNING) {
      int oldest = running.removeFirst();
      event(Op.JOIN, waiter, oldest);
      feed.forget(Operand.THREAD, oldest);
      event(Op.SEND, waiter, ended);
      event(Op.RECEIVE, starter, ended);
    }
  }

  /** Every second object has an address that was used before, and every other one a new number. */
  private void oneObject(int thread) {
    boolean isFresh = objects++ % 2 == 0;
    int object = feed.handle(Operand.OBJECT, isFresh ? FRESH + objects : random.nextInt(ADDRESSES));
    if (!isFresh) {
      event(Op.ALLOC, thread, object);
    }
    int field = feed.member(object, "field");
    event(Op.WRITE, thread, field);
    int lock = isFresh ? feed.handle(Operand.LOCK, objects) : sharedLock;
    event(Op.ACQUIRE, thread, lock);
    event(Op.READ, thread, feed.member(object, "guarded"));
    event(Op.RELEASE, thread, lock);
    if (isFresh) {
      event(Op.READ, thread, field);
      feed.forget(Operand.OBJECT, object);
      feed.forget(Operand.LOCK, lock);
    }
  }

  private void event(Op op, int thread, int operand) {
    feed.event(op, thread, operand, EventSink.NO_LOCATION);
    events++;
  }
}
