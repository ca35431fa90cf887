package io.racedet.junit.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** What two threads do in {@link RecordingBenchmark}; the only classes that are woven there. */
final class Workloads {
  /** Accesses by one thread in one run, in each workload. */
  static final int ACCESSES = 1_920_000;

  private Workloads() {}

  /** Half of a job for two threads. */
  interface Half {
    void run() throws BrokenBarrierException, InterruptedException;
  }

  /** Fields of objects that both threads read and write, without any order. */
  static final class SharedObjects {
    private static final int OBJECTS = 1_000;
    private static final int ACCESSES_AN_OBJECT = 4;

    private static final class Point {
      int x;
      long y;
    }

    private final Point[] points = new Point[OBJECTS];

    SharedObjects() {
      for (int i = 0; i < OBJECTS; i++) {
        points[i] = new Point();
      }
    }

    Half half(int start) {
      return () -> {
        Point[] all = points;
        int at = start;
        for (int left = ACCESSES / (ACCESSES_AN_OBJECT + 1); left > 0; left--) {
          Point point = all[at];
          point.x++;
          point.y++;
          at = at + 1 < OBJECTS ? at + 1 : 0;
        }
      };
    }
  }

  /** A few fields of an object of each thread, again and again. */
  static final class Loops {
    private static final int ACCESSES_A_ROUND = 9;

    private static final class Body {
      double position;
      double speed;
      double force;
    }

    Half half() {
      Body body = new Body();
      return () -> {
        Body mine = body;
        for (int left = ACCESSES / ACCESSES_A_ROUND; left > 0; left--) {
          mine.speed += mine.force;
          mine.position += mine.speed;
          mine.force -= mine.position;
        }
      };
    }
  }

  /** A stencil over an array; a barrier after each step. */
  static final class Stencil {
    private static final int HALF = 12_000;
    private static final int ACCESSES_AN_ELEMENT = 4;

    private final double[][] grids = new double[2][2 * HALF + 2];
    private final CyclicBarrier barrier = new CyclicBarrier(2);

    Half half(int number) {
      return () -> {
        for (int step = 0; step < ACCESSES / HALF / ACCESSES_AN_ELEMENT; step++) {
          double[] from = grids[step & 1];
          double[] to = grids[step + 1 & 1];
          for (int i = 1 + number * HALF; i <= (number + 1) * HALF; i++) {
            to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
          }
          barrier.await();
        }
      };
    }
  }

  /** Counters, each with a lock of its own. The acquire and the release count as accesses here. */
  static final class StripedCounters {
    private static final int STRIPES = 64;
    private static final int EVENTS_A_STEP = 5;

    private static final class Counter {
      long value;
    }

    private final Counter[] counters = new Counter[STRIPES];

    StripedCounters() {
      for (int i = 0; i < STRIPES; i++) {
        counters[i] = new Counter();
      }
    }

    Half half(int number) {
      return () -> {
        int random = number + 1;
        for (int left = ACCESSES / EVENTS_A_STEP; left > 0; left--) {
          random ^= random << 13;
          random ^= random >>> 17;
          random ^= random << 5;
          Counter counter = counters[random & STRIPES - 1];
          synchronized (counter) {
            counter.value++;
          }
        }
      };
    }
  }

  /** Walks over arrays and lists by calls of the JDK. Each element counts as an access here. */
  static final class Walks {
    private static final int LENGTH = 4_800;
    private static final int WALKS_A_ROUND = 4;

    private final int[] array = new int[LENGTH];
    private final List<Integer> list = new ArrayList<>(Collections.nCopies(LENGTH, 1));

    Half half() {
      return () -> {
        int sum = 0;
        for (int left = ACCESSES / LENGTH / WALKS_A_ROUND; left > 0; left--) {
          sum += Arrays.stream(array).sum();
          sum += list.indexOf(0);
          sum += list.stream().mapToInt(Integer::intValue).sum();
          for (int element : list) {
            sum += element;
          }
        }
        if (sum == 0) {
          throw new IllegalStateException("nothing was found");
        }
      };
    }
  }
}
