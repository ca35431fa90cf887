package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the initialiser of a class has done happens before what follows a trigger of initialisation
 * (JLS 12.4.2), whichever that is. The classes are initialised in each repetition.
 */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class ClassInitialisationTest extends InitialisationPrograms {
  static class Plugins {
    static final List<Cell> ALL = new ArrayList<>();
  }

  static class Plugin {
    static {
      Plugins.ALL.add(new Cell(1));
    }

    static void load() {}
  }

  /** Of the loader of the tests: only the first repetition initialises it. */
  @Test
  void staticMethod_withoutBody_onceInTheProgram() throws Exception {
    Step step =
        () -> {
          Plugin.load();
          Plugins.ALL.get(0).get();
        };
    inParallel(step, step, step);
  }

  public static final class StaticMethod implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Type {
      static {
        Registry.ALL.add(new Cell(1));
      }

      static void load() {}
    }

    @Override
    public int getAsInt() {
      Type.load();
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void staticMethod_withoutBody() throws Exception {
    run(StaticMethod.class);
  }

  public static final class Constructor implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Type {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    @Override
    public int getAsInt() {
      new Type();
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void constructor_withoutBody() throws Exception {
    run(Constructor.class);
  }

  public static final class Failing implements IntSupplier {
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

    @Override
    public int getAsInt() {
      try {
        Bad.touch();
        return 0;
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        return Cells.cell.get();
      }
    }
  }

  @Test
  void initialiser_thatFails() throws Exception {
    run(Failing.class);
  }

  public static final class Idioms implements IntSupplier {
    static class Holder {
      static final Cell[] CELLS = {new Cell()};
      static int number;

      static {
        CELLS[0].value = 4;
        number = 5;
      }
    }

    enum Kind {
      ONE,
      TWO;

      final Cell cell = new Cell(3);
    }

    interface Constants {
      int[] ALL = {7};
    }

    static class Base {
      static Cell cell = new Cell();

      static {
        cell.add();
      }
    }

    static class Type extends Base {
      static int number;

      static {
        cell.add();
        number = 1;
      }
    }

    @Override
    public int getAsInt() {
      int sum = Holder.CELLS[0].get() + Holder.number + Kind.valueOf("TWO").cell.get();
      return sum + Constants.ALL[0] + Type.number + Type.cell.get() + Base.cell.get();
    }
  }

  @Test
  @Tag(SMOKE)
  void idioms() throws Exception {
    run(Idioms.class);
  }

  public static final class Counting implements IntSupplier {
    static int count;
    static volatile int last;

    @Override
    public int getAsInt() {
      last = ++count;
      return last;
    }
  }

  @Test
  void copiesOfAClass_haveTheirOwnFields() throws Exception {
    IntSupplier first = OwnLoader.fresh(Counting.class);
    IntSupplier second = OwnLoader.fresh(Counting.class);
    IntSupplier original = new Counting();
    Step third = original::getAsInt;
    inParallel(first::getAsInt, second::getAsInt, third);
  }

  @Test
  void copiesOfAClass_byReflection() throws Exception {
    Field first = OwnLoader.fresh(Counting.class).getClass().getDeclaredField("count");
    Field second = OwnLoader.fresh(Counting.class).getClass().getDeclaredField("count");
    first.setAccessible(true);
    second.setAccessible(true);
    inParallel(() -> first.setInt(null, 1), () -> second.setInt(null, 2));
  }
}
