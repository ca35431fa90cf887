package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inParallel;
import static io.racedet.junit.agent.model.Programs.whisper;
import static org.assertj.core.api.Assertions.assertThat;

import com.acme.audit.AuditLog;
import io.racedet.junit.agent.RacedetAgent;
import io.racedet.junit.agent.model.Programs.Cell;
import io.racedet.junit.agent.model.language.ModelSource;
import io.racedet.junit.agent.scope.Scope;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A library that a model calls pure, woven because it is in the scope of another test: in this
 * recording, which has it out of scope, its locks order what they order, and nothing else does.
 */
@Timeout(20)
class OtherScopeTest {
  private static final String SHARED = "Programs.Cell.data";

  /** A call of the library. */
  private interface Call {
    void on(AuditLog log) throws Exception;
  }

  @BeforeAll
  static void weaveTheLibraryForAnotherTest() {
    RacedetAgent agent = Recorded.install();
    agent.model(
        new ModelSource("audit.model", "pure com.acme.audit.*"),
        OtherScopeTest.class.getClassLoader());
    agent.cover(Scope.of(AuditLog.class, List.of("com.acme.audit"), List.of()));
    Recorded.run(OtherScopeTest.class, () -> {});
  }

  private static Arguments row(String name, Call call) {
    return Arguments.of(name, call);
  }

  static Stream<Arguments> underLocks() {
    return Stream.of(
        row("data accesses", AuditLog::lineUnderLock),
        row("unknown code", AuditLog::hasReadersUnderLock),
        row("own monitor", AuditLog::numberUnderMonitor));
  }

  static Stream<Arguments> withoutLocks() {
    return Stream.of(
        row("unknown code", AuditLog::hasReaders),
        row("volatile field", AuditLog::stamp),
        row("atomic", AuditLog::count));
  }

  /* Both threads call, the second one after the first. */
  private static Recorded.Program calling(Call call) {
    return () -> {
      AuditLog log = new AuditLog(new ServerSocket());
      Cell cell = new Cell();
      inParallel(
          () -> {
            cell.data = 1;
            call.on(log);
            whisper("called");
            hear("end");
          },
          () -> {
            hear("called");
            call.on(log);
            cell.data++;
            whisper("end");
          });
    };
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("underLocks")
  void raceAcrossItsCriticalSections_isPredicted(String name, Call call) {
    Recorded.Program program = calling(call);
    assertThat(Recorded.run(OtherScopeTest.class, program).races()).as(name).isEmpty();
    assertThat(Recorded.witnessed(OtherScopeTest.class, program)).as(name).contains(SHARED);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("withoutLocks")
  void raceBesideItsCalls_isFound(String name, Call call) {
    Recorded recorded = Recorded.run(OtherScopeTest.class, calling(call));
    assertThat(recorded.races()).as("%s, events: %s", name, recorded.events()).contains(SHARED);
    assertThat(recorded.damaged()).as("%s, events: %s", name, recorded.events()).isFalse();
  }
}
