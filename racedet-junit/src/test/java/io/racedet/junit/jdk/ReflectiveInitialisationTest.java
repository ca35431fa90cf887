package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Classes that are initialised by their names, by lookups and by reflection. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class ReflectiveInitialisationTest extends InitialisationPrograms {
  public static final class ByName implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Base {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    static class Driver extends Base {}

    @Override
    public int getAsInt() {
      try {
        Class.forName(ByName.class.getName() + "$Driver");
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void className() throws Exception {
    run(ByName.class);
  }

  public static final class ByNameAndLoader implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Driver {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    @Override
    public int getAsInt() {
      ClassLoader loader = getClass().getClassLoader();
      try {
        Class.forName(ByNameAndLoader.class.getName() + "$Driver", true, loader);
      } catch (ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void className_ofALoader() throws Exception {
    run(ByNameAndLoader.class);
  }

  public static final class NameOfInitialised extends InTurn {
    static class Cells {
      static final Cell CELL = new Cell();
    }

    static class Driver {
      static {
        Cells.CELL.add();
      }

      static int load() {
        return 0;
      }
    }

    @Override
    protected int initialise() {
      return Driver.load();
    }

    @Override
    protected int look() throws ClassNotFoundException {
      Class.forName(NameOfInitialised.class.getName() + "$Driver");
      return Cells.CELL.get();
    }
  }

  @Test
  void className_ofAnInitialisedClass() throws Exception {
    run(NameOfInitialised.class);
  }

  public static final class NameAndLoaderOfInitialised extends InTurn {
    static class Cells {
      static final Cell CELL = new Cell();
    }

    static class Driver {
      static {
        Cells.CELL.add();
      }

      static int load() {
        return 0;
      }
    }

    @Override
    protected int initialise() {
      return Driver.load();
    }

    @Override
    protected int look() throws ClassNotFoundException {
      ClassLoader loader = getClass().getClassLoader();
      Class.forName(NameAndLoaderOfInitialised.class.getName() + "$Driver", true, loader);
      return Cells.CELL.get();
    }
  }

  @Test
  void className_ofAnInitialisedClassOfALoader() throws Exception {
    run(NameAndLoaderOfInitialised.class);
  }

  public static final class ByLookup implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Driver {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    @Override
    public int getAsInt() {
      try {
        MethodHandles.lookup().ensureInitialized(Driver.class);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void lookup() throws Exception {
    run(ByLookup.class);
  }

  public static final class ByReflection implements IntSupplier {
    static class Cells {
      static final Cell READ = new Cell();
      static final Cell READ_FINAL = new Cell();
      static final Cell WRITTEN = new Cell();
      static final Cell CALLED = new Cell();
      static final Cell MADE = new Cell();
    }

    public static class Read {
      public static int number = Cells.READ.add();
    }

    public static class ReadFinal {
      public static final int NUMBER = Cells.READ_FINAL.add();
    }

    public static class Written {
      public static volatile int number = Cells.WRITTEN.add();
    }

    public static class Called {
      static {
        Cells.CALLED.add();
      }

      public static void load() {}
    }

    public static class Made {
      static {
        Cells.MADE.add();
      }
    }

    @Override
    public int getAsInt() {
      try {
        int sum = Read.class.getField("number").getInt(null) + Cells.READ.get();
        sum += (int) ReadFinal.class.getField("NUMBER").get(null) + Cells.READ_FINAL.get();
        Written.class.getField("number").set(null, 1);
        sum += Cells.WRITTEN.get();
        Called.class.getMethod("load").invoke(null);
        sum += Cells.CALLED.get();
        Made.class.getConstructor().newInstance();
        return sum + Cells.MADE.get();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void reflection() throws Exception {
    run(ByReflection.class);
  }
}
