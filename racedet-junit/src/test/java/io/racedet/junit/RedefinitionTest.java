package io.racedet.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.scope.Scope;
import io.racedet.junit.record.RecordedTrace;
import io.racedet.junit.record.Recording;
import io.racedet.junit.record.RecordingOptions;
import io.racedet.race.Race;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.SimpleRemapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Another agent redefines classes that are woven already. */
@ResourceLock(Resources.GLOBAL)
class RedefinitionTest {
  static class Counter {
    int first;
    int second;

    void count() {
      first++;
    }
  }

  /** What becomes of the counter. */
  static class Later {
    int first;
    int second;

    void count() {
      synchronized (this) {
        first++;
      }
      second++;
    }
  }

  /** What becomes of it in the end. */
  static class Last {
    int first;
    int second;

    void count() {
      synchronized (this) {
        first++;
        second++;
      }
    }
  }

  /** For the test that does not change what it does. */
  static class Same {
    int data;

    void count() {
      data++;
    }
  }

  private final Instrumentation other = ByteBuddyAgent.install();

  @Test
  void wovenClass_redefined_isWovenAsItIsNow() throws Exception {
    redefine(Counter.class, Counter.class);
    assertThat(racyVariables()).containsOnly("RedefinitionTest.Counter.first");
    redefine(Counter.class, Later.class);
    assertThat(racyVariables()).containsOnly("RedefinitionTest.Counter.second");
    redefine(Counter.class, Last.class);
    RaceCheck.with().repetitions(3).run(RedefinitionTest::countTwice);
    redefine(Counter.class, Counter.class);
    assertThat(racyVariables()).containsOnly("RedefinitionTest.Counter.first");
  }

  private static List<String> racyVariables() {
    RaceFoundError error =
        catchThrowableOfType(
            RaceFoundError.class, () -> RaceCheck.check(RedefinitionTest::countTwice));
    return error.races().stream().map(Race::variable).toList();
  }

  private static void countTwice() {
    Counter counter = new Counter();
    RaceCheck.inParallel(counter::count, counter::count);
  }

  private void redefine(Class<?> type, Class<?> source) throws Exception {
    other.redefineClasses(new ClassDefinition(type, classFile(source, type)));
  }

  private static byte[] classFile(Class<?> source, Class<?> type) throws IOException {
    String from = source.getName().replace('.', '/');
    String to = type.getName().replace('.', '/');
    try (InputStream in = source.getResourceAsStream('/' + from + ".class")) {
      ClassWriter writer = new ClassWriter(0);
      SimpleRemapper names = new SimpleRemapper(Opcodes.ASM9, Map.of(from, to));
      new ClassReader(in.readAllBytes()).accept(new ClassRemapper(writer, names), 0);
      return writer.toByteArray();
    }
  }

  @Test
  void wovenClass_redefinedByItsWovenCode_recordsEachAccessOnce() throws Exception {
    assertThat(accessesOfOneCount()).isEqualTo(2);
    other.redefineClasses(new ClassDefinition(Same.class, wovenCode(Same.class)));
    assertThat(accessesOfOneCount()).isEqualTo(2);
    redefine(Same.class, Same.class);
    assertThat(accessesOfOneCount()).isEqualTo(2);
  }

  /** As an agent sees it that came after racedet. */
  private byte[] wovenCode(Class<?> type) throws Exception {
    AtomicReference<byte[]> seen = new AtomicReference<>();
    ClassFileTransformer spy =
        new ClassFileTransformer() {
          @Override
          public byte[] transform(
              ClassLoader loader,
              String name,
              Class<?> retransformed,
              ProtectionDomain domain,
              byte[] classFile) {
            if (retransformed == type) {
              seen.set(classFile);
            }
            return null;
          }
        };
    other.addTransformer(spy, true);
    try {
      other.retransformClasses(type);
    } finally {
      other.removeTransformer(spy);
    }
    return seen.get();
  }

  private static long accessesOfOneCount() throws Exception {
    String scope = Same.class.getName();
    RacedetAgent agent = RacedetAgent.install();
    agent.cover(Scope.of(Same.class, List.of(scope), List.of()));
    Same same = new Same();
    Recording recording =
        Recording.start(agent.sites(), new RecordingOptions(Schedule.NONE, 1, 1000, scope::equals));
    same.count();
    try (RecordedTrace trace = recording.stop()) {
      return trace.accesses();
    }
  }
}
