package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;

/** Records, enums, interfaces with state, and classes that are generated at run time. */
class GeneratedClassesTest {
  record Pair(int[] values, String name) {}

  enum Level {
    LOW,
    HIGH {
      @Override
      void raise() {
        count += 2;
      }
    };

    int count;

    void raise() {
      count++;
    }
  }

  /** Holds state for all implementing classes. */
  interface Counting {
    int[] CALLS = new int[1];
    AtomicInteger SAFE_CALLS = new AtomicInteger();

    void call();

    default void count() {
      CALLS[0]++;
    }

    static void countSafely() {
      SAFE_CALLS.incrementAndGet();
    }
  }

  /** The interface of the proxies. */
  static class Target implements Counting {
    private int data;

    @Override
    public void call() {
      data++;
    }
  }

  /** Defined as a hidden class, from its own class file. */
  static class Hidden implements Counting {
    private int own;

    @Override
    public void call() {
      synchronized (this) {
        own++;
      }
      Counting.countSafely();
    }
  }

  @Test
  @ExpectRace(on = "array int[1][0]")
  void arrayInRecord_races() {
    Pair pair = new Pair(new int[1], "pair");
    Crew.of(2, number -> pair.values()[0]++);
  }

  @Test
  @RaceFree(repetitions = 4)
  void recordPublishedByRace_ofItsOwn_isSafe() {
    AtomicInteger hashes = new AtomicInteger();
    Pair pair = new Pair(new int[] {1}, "pair");
    Crew.of(
        2,
        number -> {
          hashes.addAndGet(pair.name().hashCode());
          assertThat(pair).isEqualTo(new Pair(pair.values(), "pair")).hasToString(pair.toString());
        });
  }

  @Test
  @ExpectRace(on = "GeneratedClassesTest.Level.count")
  void stateOfEnum_races() {
    Crew.of(
        2,
        number -> {
          switch (Level.values()[number]) {
            case LOW -> Level.LOW.raise();
            case HIGH -> Level.LOW.raise();
          }
          Level.HIGH.raise();
        });
  }

  @Test
  @ExpectRace(on = "array int[1][0]")
  void stateOfInterface_races() {
    Crew.of(2, number -> new Target().count());
  }

  @Test
  @RaceFree(repetitions = 4)
  void safeStateOfInterface_racesNowhere() {
    Crew.of(2, number -> Counting.countSafely());
  }

  @Test
  @ExpectRace(on = "GeneratedClassesTest.Target.data")
  void targetOfProxy_races() {
    Target target = new Target();
    Counting proxy =
        (Counting)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Counting.class},
                (self, method, arguments) -> method.invoke(target, arguments));
    Crew.of(2, number -> proxy.call());
  }

  @Test
  @ExpectRace(on = "GeneratedClassesTest.Target.data")
  void subclassMadeAtRunTime_races() throws Exception {
    Target target = new Target();
    Class<? extends Target> subclass =
        new ByteBuddy()
            .subclass(Target.class)
            .method(ElementMatchers.named("call"))
            .intercept(MethodDelegation.to(target))
            .make()
            .load(
                getClass().getClassLoader(),
                ClassLoadingStrategy.UsingLookup.of(MethodHandles.lookup()))
            .getLoaded();
    Target proxy = subclass.getDeclaredConstructor().newInstance();
    Crew.of(2, number -> proxy.call());
  }

  @Test
  @RaceFree(repetitions = 4)
  void hiddenClass_worksAsBefore() throws Exception {
    Counting hidden = hidden();
    int before = Counting.SAFE_CALLS.get();
    Crew.of(3, number -> hidden.call());
    assertThat(Counting.SAFE_CALLS.get()).isEqualTo(before + 3);
  }

  private static Counting hidden() throws IOException, ReflectiveOperationException {
    try (InputStream in = Hidden.class.getResourceAsStream("GeneratedClassesTest$Hidden.class")) {
      Lookup lookup = MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), true);
      return (Counting) lookup.lookupClass().getDeclaredConstructor().newInstance();
    }
  }
}
