package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What an initialiser does not order: writes after it, and threads that do not trigger it. */
@ExpectRace
class RacyInitialisationTest extends JdkPrograms {
  private static void run(Class<? extends IntSupplier> program) throws Exception {
    IntSupplier fresh = OwnLoader.fresh(program);
    Step step = fresh::getAsInt;
    inParallel(step, step, step);
  }

  public static final class WriteAfterwards implements IntSupplier {
    static class Cells {
      static Cell cell = new Cell();
    }

    static class Type {
      static {
        Cells.cell.add();
      }

      static void load() {}
    }

    @Override
    public int getAsInt() {
      Type.load();
      return Cells.cell.add();
    }
  }

  @Test
  void write_afterTheInitialiser() throws Exception {
    run(WriteAfterwards.class);
  }

  public static final class OnlyOneTriggers implements IntSupplier {
    private boolean taken;

    static class Cells {
      static Cell cell = new Cell();
    }

    static class Base {
      static {
        Cells.cell.add();
      }
    }

    static class Type extends Base {
      static void load() {}
    }

    private synchronized boolean isFirst() {
      boolean first = !taken;
      taken = true;
      return first;
    }

    @Override
    public int getAsInt() {
      if (isFirst()) {
        Type.load();
      }
      return Cells.cell.get();
    }
  }

  @Test
  @Tag(SMOKE)
  void read_withoutATrigger() throws Exception {
    run(OnlyOneTriggers.class);
  }

  public static final class OnlyLoaded implements IntSupplier {
    private boolean taken;

    static class Cells {
      static Cell cell = new Cell();
    }

    static class Type {
      static {
        Cells.cell.add();
      }
    }

    private synchronized boolean isFirst() {
      boolean first = !taken;
      taken = true;
      return first;
    }

    @Override
    public int getAsInt() {
      try {
        ClassLoader loader = getClass().getClassLoader();
        Class.forName(OnlyLoaded.class.getName() + "$Type", isFirst(), loader);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return Cells.cell.get();
    }
  }

  @Test
  void read_afterLoadingAlone() throws Exception {
    run(OnlyLoaded.class);
  }

  public static final class OnlyLoadedInTurn extends InitialisationPrograms.InTurn {
    static class Cells {
      static final Cell CELL = new Cell();
    }

    static class Type {
      static {
        Cells.CELL.add();
      }

      static int load() {
        return 0;
      }
    }

    @Override
    protected int initialise() {
      return Type.load();
    }

    @Override
    protected int look() throws ClassNotFoundException {
      ClassLoader loader = getClass().getClassLoader();
      Class.forName(OnlyLoadedInTurn.class.getName() + "$Type", false, loader);
      return Cells.CELL.get();
    }
  }

  @Test
  void read_afterLoadingAlone_ofAnInitialisedClass() throws Exception {
    run(OnlyLoadedInTurn.class);
  }

  public static final class FailingForOne implements IntSupplier {
    private boolean taken;

    static class Cells {
      static Cell cell = new Cell();
    }

    static class Bad {
      static {
        if (Cells.cell.add() > 0) {
          throw new IllegalStateException("fails");
        }
      }

      static void touch() {}
    }

    private synchronized boolean isFirst() {
      boolean first = !taken;
      taken = true;
      return first;
    }

    @Override
    public int getAsInt() {
      try {
        if (isFirst()) {
          Bad.touch();
        }
      } catch (ExceptionInInitializerError e) {
        return 0;
      }
      return Cells.cell.get();
    }
  }

  @Test
  void read_withoutTheError() throws Exception {
    run(FailingForOne.class);
  }

  public static final class Counting implements IntSupplier {
    static int count;

    @Override
    public int getAsInt() {
      return ++count;
    }
  }

  @Test
  void copyOfAClass_inTwoThreads() throws Exception {
    OwnLoader.fresh(Counting.class).getAsInt();
    run(Counting.class);
  }
}
