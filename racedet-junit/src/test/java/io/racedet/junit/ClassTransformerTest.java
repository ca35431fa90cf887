package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicBoolean;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * A class file transformer of the project runs wherever a class is loaded, in a thread that needs
 * it by chance, under whatever lock that thread holds: nothing of this is the program's.
 */
@ResourceLock(Resources.GLOBAL)
@Timeout(120)
class ClassTransformerTest {
  /** Loaded again by each loader. */
  static final class Loaded {
    private Loaded() {}
  }

  /** Defines {@link Loaded} by itself. */
  private static final class Loader extends ClassLoader {
    Loader() {
      super(ClassTransformerTest.class.getClassLoader());
    }

    Class<?> load() {
      String name = Loaded.class.getName();
      try (InputStream file =
          getParent().getResourceAsStream(name.replace('.', '/').concat(".class"))) {
        byte[] bytes = file.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Counts classes without synchronisation. */
  private static final class Counter implements ClassFileTransformer {
    private int seen;

    @Override
    public byte[] transform(
        ClassLoader loader,
        String name,
        Class<?> redefined,
        ProtectionDomain domain,
        byte[] classFile) {
      if (loader instanceof Loader) {
        seen++;
      }
      return null;
    }
  }

  private static final class Cell {
    private int value;
    private int other;
  }

  private final Counter counter = new Counter();

  private void withCounter(Runnable program) {
    Instrumentation instrumentation = ByteBuddyAgent.install();
    instrumentation.addTransformer(counter);
    try {
      program.run();
    } finally {
      instrumentation.removeTransformer(counter);
    }
    assertThat(counter.seen).isPositive();
  }

  @Test
  void transformer_doesNotRaceWithItself() {
    withCounter(
        () ->
            RaceCheck.with()
                .repetitions(5)
                .timeLimit("60s")
                .run(
                    () -> {
                      Cell[] cells = {new Cell(), new Cell()};
                      RaceCheck.inParallel(
                          () -> cells[0].value += new Loader().load().getModifiers(),
                          () -> cells[1].value += new Loader().load().getModifiers());
                    }));
  }

  /* The section of the first thread comes first in time. It need not: it shares no data with the
   * other section, except for what the transformer counts. */
  @Test
  void classLoadedInACriticalSection_hidesNoRace() {
    withCounter(
        () ->
            assertThatThrownBy(
                    () ->
                        RaceCheck.with()
                            .repetitions(1)
                            .timeLimit("60s")
                            .run(ClassTransformerTest::loadInASection))
                .isInstanceOf(RaceFoundError.class)
                .hasMessageContaining("WITNESSED")
                .hasMessageContaining("ClassTransformerTest.Cell.value"));
  }

  private static void loadInASection() throws Exception {
    Cell cell = new Cell();
    Object lock = new Object();
    AtomicBoolean first = new AtomicBoolean();
    RaceCheck.inParallel(
        () -> {
          cell.value++;
          synchronized (lock) {
            cell.other = new Loader().load().getModifiers();
          }
          first.setOpaque(true);
        },
        () -> {
          while (!first.getOpaque()) {
            Thread.onSpinWait();
          }
          synchronized (lock) {
            new Cell().other = new Loader().load().getModifiers();
          }
          cell.value++;
        });
  }
}
