package io.racedet.junit.jdk;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/** Programs whose classes are initialised in each repetition. */
abstract class InitialisationPrograms extends JdkPrograms {
  /** One thread initialises a class; the others look afterwards, which nothing orders. */
  public abstract static class InTurn implements IntSupplier {
    private final AtomicBoolean initialised = new AtomicBoolean();
    private boolean taken;

    private synchronized boolean isFirst() {
      boolean first = !taken;
      taken = true;
      return first;
    }

    protected abstract int initialise();

    protected abstract int look() throws ClassNotFoundException;

    @Override
    public final int getAsInt() {
      if (isFirst()) {
        int result = initialise();
        initialised.setOpaque(true);
        return result;
      }
      while (!initialised.getOpaque()) {
        Thread.onSpinWait();
      }
      try {
        return look();
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Three threads run a program that has just been loaded. */
  static void run(Class<? extends IntSupplier> program) throws Exception {
    IntSupplier fresh = OwnLoader.fresh(program);
    Step step = fresh::getAsInt;
    inParallel(step, step, step);
  }
}
