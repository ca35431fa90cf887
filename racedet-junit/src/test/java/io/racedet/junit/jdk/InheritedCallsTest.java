package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import javax.swing.DefaultBoundedRangeModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Objects of classes of the program, with methods that are inherited from a library or from a class
 * of the JDK that is not modelled: what the calls do is not recorded, though the class is.
 */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class InheritedCallsTest extends GuardedPrograms {
  private static final class Numbers extends IntArrayList {
    private static final long serialVersionUID = 1;

    void addOne() {
      super.add(1);
    }

    boolean hasOne() {
      return size() == 1;
    }
  }

  private interface Sized extends IntList {
    default boolean hasSize(int size) {
      return size() == size;
    }
  }

  private static final class SizedNumbers extends IntArrayList implements Sized {
    private static final long serialVersionUID = 1;
  }

  private static final class Seeded extends Random {
    private static final long serialVersionUID = 1;

    int number() {
      return super.nextInt();
    }
  }

  private static class Text extends StringReader {
    Text() {
      super("ab");
    }
  }

  private static final class SuperText extends Text {
    @Override
    public int read() throws IOException {
      return super.read();
    }
  }

  private static class Range extends DefaultBoundedRangeModel {
    private static final long serialVersionUID = 1;
  }

  private static final class SuperRange extends Range {
    private static final long serialVersionUID = 1;

    @Override
    public void setValue(int value) {
      super.setValue(value);
    }

    @Override
    public int getValue() {
      return super.getValue();
    }
  }

  /** A thread adds and then tells; this one waits until it is told, and adds. */
  private static void handOver(Step tell, BooleanSupplier told) throws InterruptedException {
    Cell cell = new Cell();
    Thread teller =
        start(
            () -> {
              cell.add();
              tell.run();
            });
    while (!told.getAsBoolean()) {
      Thread.onSpinWait();
    }
    cell.add();
    join(teller);
  }

  @Test
  @Tag(SMOKE)
  void ofALibrary_underALock() throws Exception {
    Numbers numbers = new Numbers();
    guarded(() -> numbers.add(1), () -> numbers.size() == 1);
    Numbers others = new Numbers();
    guarded(others::addOne, others::hasOne);
  }

  @Test
  void ofALibrary_byReferences() throws Exception {
    Numbers numbers = new Numbers();
    IntConsumer add = numbers::add;
    guarded(() -> add.accept(1), numbers::hasOne);
  }

  @Test
  void ofALibrary_byAnInterfaceOfTheProgram() throws Exception {
    Sized numbers = new SizedNumbers();
    guarded(() -> numbers.add(1), () -> numbers.hasSize(1));
  }

  @Test
  void ofRandom_underALock() throws Exception {
    Seeded random = new Seeded();
    int first = new Random(5).nextInt();
    guarded(() -> random.setSeed(5), () -> random.nextInt() == first);
    Seeded other = new Seeded();
    guarded(() -> other.setSeed(5), () -> other.number() == first);
  }

  @Test
  void ofAReader_underALock() throws Exception {
    for (Text text : List.of(new Text(), new SuperText())) {
      guardedOnce(text::read, () -> text.read() == 'b');
    }
    Text text = new Text();
    guardedOnce(() -> text.read(), () -> text.read() == 'b');
  }

  @Test
  void ofAModel_handsOver() throws Exception {
    Range range = new Range();
    handOver(() -> range.setValue(1), () -> range.getValue() == 1);
    DefaultBoundedRangeModel sameRange = range;
    handOver(() -> sameRange.setExtent(1), () -> sameRange.getExtent() == 1);
  }

  @Test
  void ofAModel_bySuper_handsOver() throws Exception {
    Range range = new SuperRange();
    handOver(() -> range.setValue(1), () -> range.getValue() == 1);
  }

  private static final class Worker extends Thread {
    void call(String name) {
      setName(name);
    }

    boolean isCalled(String name) {
      return getName().equals(name);
    }
  }

  @Test
  void ofAThread_underALock() throws Exception {
    Worker worker = new Worker();
    guarded(() -> worker.setName("b"), () -> worker.getName().equals("b"));
    guarded(() -> worker.call("c"), () -> worker.isCalled("c"));
    boolean daemon = worker.isDaemon();
    guarded(() -> worker.setDaemon(!daemon), () -> worker.isDaemon() != daemon);
    guarded(
        () -> worker.setPriority(Thread.MIN_PRIORITY),
        () -> worker.getPriority() == Thread.MIN_PRIORITY);
  }

  @Test
  void ofAThread_handOver() throws Exception {
    Worker worker = new Worker();
    handOver(() -> worker.setName("b"), () -> worker.getName().equals("b"));
    handOver(() -> worker.call("c"), () -> worker.isCalled("c"));
  }

  @Test
  void ofAThread_tellItsEnd() throws Exception {
    Cell cell = new Cell();
    Thread running =
        new Thread() {
          @Override
          public void run() {
            cell.add();
          }
        };
    running.start();
    while (running.isAlive() || running.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
    cell.add();
  }
}
