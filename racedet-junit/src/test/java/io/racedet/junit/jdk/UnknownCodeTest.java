package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.StringReader;
import java.util.Map;
import java.util.Random;
import java.util.StringTokenizer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import javax.swing.DefaultBoundedRangeModel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Threads learn from objects of the JDK that are not modelled what others have done. The order of
 * the calls is taken for granted, also where a method reference makes the call.
 */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class UnknownCodeTest extends JdkPrograms {
  private final Cell cell = new Cell();

  /** A thread adds and then tells; this one waits until it is told, and adds. */
  private void handOver(Step tell, BooleanSupplier told) throws InterruptedException {
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

  /** As handOver, but under a lock, and without waiting for what may not come. */
  private void handOverUnderLock(Step tell, BooleanSupplier told) throws InterruptedException {
    Object lock = new Object();
    Thread teller =
        start(
            () -> {
              cell.add();
              synchronized (lock) {
                tell.run();
              }
            });
    for (int i = 0; i < 1000; i++) {
      boolean seen;
      synchronized (lock) {
        seen = told.getAsBoolean();
      }
      if (seen) {
        cell.add();
        break;
      }
    }
    join(teller);
  }

  @Test
  @Tag(SMOKE)
  void callsOnOneObject_areOrdered() throws Exception {
    DefaultBoundedRangeModel range = new DefaultBoundedRangeModel();
    handOver(() -> range.setValue(1), () -> range.getValue() == 1);
  }

  @Test
  void objectsOfOneCall_areConnected() throws Exception {
    DefaultBoundedRangeModel range = new DefaultBoundedRangeModel();
    range.addChangeListener(event -> {});
    Object[] listeners = range.getChangeListeners();
    handOver(() -> range.setValue(listeners.length), () -> range.getValue() == 1);
  }

  /** A process waits for its input, which does not end. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void callsOnAProcess_areOrdered() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    handOver(process::destroy, () -> !process.isAlive());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void endOfAProcess_isWaitedFor() throws Exception {
    Process process = new ProcessBuilder("cat").start();
    Thread waiting =
        start(
            () -> {
              process.waitFor();
              cell.add();
            });
    cell.add();
    process.destroy();
    join(waiting);
  }

  @Test
  void methodReferences_areCalls() throws Exception {
    DefaultBoundedRangeModel range = new DefaultBoundedRangeModel();
    IntSupplier value = range::getValue;
    Function<DefaultBoundedRangeModel, Integer> unbound = DefaultBoundedRangeModel::getExtent;
    handOver(() -> range.setValue(1), () -> value.getAsInt() == 1 && unbound.apply(range) == 0);
  }

  @Test
  void referencesToConstructors_areCalls() throws Exception {
    Supplier<DefaultBoundedRangeModel> make = DefaultBoundedRangeModel::new;
    Function<String, StringReader> reader = StringReader::new;
    DefaultBoundedRangeModel range = make.get();
    handOver(
        () -> range.setValue(reader.apply("a").read()), () -> range.getValue() == "a".charAt(0));
  }

  @Test
  void referencesToInheritedMethods_areLinked() throws Exception {
    Map<String, Integer> map = new java.util.concurrent.ConcurrentHashMap<>();
    BooleanSupplier empty = map::isEmpty;
    handOver(() -> map.put("a", 1), () -> !empty.getAsBoolean());
  }

  @Test
  void sectionsWithTheSameRandomNumbers_keepTheirOrder() throws Exception {
    Random random = new Random(1);
    int first = new Random(1).nextInt();
    int[] asked = {0};
    handOverUnderLock(random::nextInt, () -> asked[0]++ == 0 && random.nextInt() != first);
  }

  @Test
  void sectionsWithOneTokenizer_keepTheirOrder() throws Exception {
    StringTokenizer tokens = new StringTokenizer("a");
    handOverUnderLock(tokens::nextToken, () -> !tokens.hasMoreTokens());
  }

  @Test
  void sectionThatReadsWhatUnknownCodeHasWritten_staysBehindIt() throws Exception {
    char[] text = new char[1];
    handOverUnderLock(() -> new StringReader("a").read(text), () -> text[0] == 'a');
  }
}
