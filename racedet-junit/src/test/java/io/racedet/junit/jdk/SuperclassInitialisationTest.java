package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The initialisers of superclasses and superinterfaces, which run before those of their subclasses.
 */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class SuperclassInitialisationTest extends InitialisationPrograms {
  public static final class SuperConstructor implements IntSupplier {
    static class Names {
      static final List<Cell> ALL = new ArrayList<>();
    }

    abstract static class Base {
      final int number = Names.ALL.get(0).get();
    }

    static class Type extends Base {
      static {
        Names.ALL.add(new Cell(1));
      }
    }

    @Override
    public int getAsInt() {
      return new Type().number;
    }
  }

  @Test
  void constructor_thatReadsInItsSuperclass() throws Exception {
    run(SuperConstructor.class);
  }

  public static final class Superclass implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Base {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    static class Middle extends Base {}

    static class Type extends Middle {
      int number;

      Type() {
        number = 1;
      }
    }

    @Override
    public int getAsInt() {
      return new Type().number + Registry.ALL.get(0).get();
    }
  }

  @Test
  void superclass_byConstructor() throws Exception {
    run(Superclass.class);
  }

  public static final class StaticOfSubclass implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Base {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    static class Type extends Base {
      static int number;

      static void load() {
        nothing();
      }

      static void nothing() {}
    }

    @Override
    public int getAsInt() {
      Type.load();
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void superclass_byStaticMethod() throws Exception {
    run(StaticOfSubclass.class);
  }

  public static final class FieldOfSubclass implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Base {
      static {
        Registry.ALL.add(new Cell(1));
      }
    }

    static class Type extends Base {
      static int number;
    }

    @Override
    public int getAsInt() {
      return Type.number + Registry.ALL.get(0).get();
    }
  }

  @Test
  void superclass_byStaticField() throws Exception {
    run(FieldOfSubclass.class);
  }

  public static final class TwoInitialisers implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();
    }

    static class Base {
      static {
        Registry.ALL.add(new Cell(1));
      }

      static void load() {}
    }

    static class Type extends Base {
      static {
        Registry.ALL.get(0).get();
      }

      static void touch() {}
    }

    @Override
    public int getAsInt() {
      if (Thread.currentThread().getId() % 2 == 0) {
        Base.load();
      }
      Type.touch();
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void superclass_andClass_byDifferentThreads() throws Exception {
    run(TwoInitialisers.class);
  }

  public static final class Superinterface implements IntSupplier {
    static class Registry {
      static final List<Cell> ALL = new ArrayList<>();

      static int add() {
        ALL.add(new Cell(1));
        return 1;
      }
    }

    interface Base {
      int COUNT = Registry.add();

      default void nothing() {}
    }

    interface Named extends Base {}

    static class Type implements Named {}

    @Override
    public int getAsInt() {
      new Type();
      return Registry.ALL.get(0).get();
    }
  }

  @Test
  void superinterface_withDefaultMethods() throws Exception {
    run(Superinterface.class);
  }
}
