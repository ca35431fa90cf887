package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.lang.invoke.MethodHandles;
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
class ClassInitialisationTest extends JdkPrograms {
  /** Three threads run a program that has just been loaded. */
  private static void run(Class<? extends IntSupplier> program) throws Exception {
    IntSupplier fresh = OwnLoader.fresh(program);
    Step step = fresh::getAsInt;
    inParallel(step, step, step);
  }

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
