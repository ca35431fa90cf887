package io.racedet.engine.growth;

import io.racedet.event.Op;

/** Traces of any size that differ in what grows with their size. */
enum TraceShape {
  /** Threads that all exist at one time, and share a lock, a counter and what they read. */
  MANY_THREADS(64) {
    @Override
    void write(TraceWriter trace, int size) {
      trace.write(MAIN, 0);
      for (int thread = 1; thread <= size; thread++) {
        trace.fork(MAIN, thread);
      }
      for (int round = 0; round < 2; round++) {
        for (int thread = 1; thread <= size; thread++) {
          trace.read(thread, 0);
          trace.acquire(thread, 0);
          trace.write(thread, 1);
          trace.release(thread, 0);
          trace.sync(Op.SYNC_READ, thread, 0);
          trace.sync(Op.SYNC_WRITE, thread, 0);
          trace.write(thread, 1 + thread);
        }
      }
      for (int thread = 1; thread <= size; thread++) {
        trace.join(MAIN, thread);
      }
    }
  },

  /** Two threads that hold many locks all the time, in which they take turns in small sections. */
  MANY_LOCKS_HELD(48) {
    @Override
    void write(TraceWriter trace, int size) {
      for (int thread = 0; thread < 2; thread++) {
        acquire(trace, thread, 1 - thread, size);
        for (int variable = 0; variable < size; variable++) {
          trace.write(thread, variable);
        }
        release(trace, thread, 1 - thread, size);
      }
      acquire(trace, 0, 0, size);
      acquire(trace, 1, 1, size);
      for (int i = 0; i < 2 * size; i++) {
        int thread = i % 2;
        trace.write(thread, i / 2);
        trace.acquire(thread, 0);
        trace.read(thread, size);
        trace.write(thread, size);
        trace.release(thread, 0);
      }
      release(trace, 0, 0, size);
      release(trace, 1, 1, size);
    }

    private static void acquire(TraceWriter trace, int thread, int half, int size) {
      for (int lock = 1; lock <= size; lock++) {
        trace.acquire(thread, half * size + lock);
      }
    }

    private static void release(TraceWriter trace, int thread, int half, int size) {
      for (int lock = size; lock >= 1; lock--) {
        trace.release(thread, half * size + lock);
      }
    }
  },

  /** One thread has a lock all the time, while others use another one. */
  LONG_HELD_LOCKS(512) {
    @Override
    void write(TraceWriter trace, int size) {
      int holder = 0;
      int inner = 0;
      int outer = 1;
      section(trace, 4, inner, 0);
      section(trace, 4, outer, 0);
      trace.acquire(holder, outer);
      section(trace, holder, inner, 0);
      for (int i = 0; i < size; i++) {
        section(trace, 1 + i % 3, inner, 1 + i % 4);
      }
      trace.release(holder, outer);
    }

    private static void section(TraceWriter trace, int thread, int lock, int variable) {
      trace.acquire(thread, lock);
      trace.read(thread, variable);
      trace.write(thread, variable);
      trace.release(thread, lock);
    }
  },

  /** Sections inside each other, with an access at the beginning and one at the end of each. */
  DEEP_NESTING(64) {
    @Override
    void write(TraceWriter trace, int size) {
      for (int thread = 0; thread < 2; thread++) {
        for (int i = 0; i < size; i++) {
          trace.acquire(thread, i);
          trace.write(thread, i);
        }
        for (int i = size - 1; i >= 0; i--) {
          trace.read(thread, i);
          trace.release(thread, i);
        }
      }
    }
  },

  /** Variables that all threads read, between writes of all of them; some reads race. */
  MANY_READERS(1024) {
    @Override
    void write(TraceWriter trace, int size) {
      int readers = (int) Math.sqrt(size);
      for (int variable = 0; variable < readers; variable++) {
        trace.write(MAIN, variable);
      }
      for (int thread = 1; thread <= readers; thread++) {
        trace.fork(MAIN, thread);
      }
      for (int variable = 0; variable < readers; variable++) {
        for (int thread = 1; thread <= readers; thread++) {
          trace.read(thread, variable);
        }
      }
      for (int thread = 2; thread <= readers; thread++) {
        trace.join(MAIN, thread);
      }
      for (int variable = 0; variable < readers; variable++) {
        trace.write(MAIN, variable);
      }
    }
  };

  private static final int MAIN = 0;

  private final int smallest;

  TraceShape(int smallest) {
    this.smallest = smallest;
  }

  /** The smallest size at which growth is seen. */
  int smallest() {
    return smallest;
  }

  abstract void write(TraceWriter trace, int size);
}
