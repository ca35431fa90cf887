package io.racedet.junit.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The check of recorded programs detects journals that differ from the trace. */
@ResourceLock(Resources.GLOBAL)
class TraceCheckTest {
  private static final long SEED = 7;
  private static final ProgramText TEXT = ProgramText.of(SEED);

  private static Map<String, byte[]> classes;

  private interface Change {
    /** Another journal in place of that of the last thread. */
    Journal of(Journal journal);
  }

  @BeforeAll
  static void compile() throws Exception {
    try (Compiler compiler = new Compiler()) {
      classes = compiler.compile(List.of(TEXT));
    }
  }

  private static List<String> faults(Change change) throws Exception {
    ProgramRun.agent(false);
    Program program = Compiler.load(classes, TEXT);
    try (ProgramRun run =
        ProgramRun.of(TEXT, program, Schedule.NONE, SEED, ThreadKind.PLATFORM, null)) {
      List<Journal> journals = new ArrayList<>(run.journals());
      journals.set(0, change.of(journals.get(0)));
      return TraceCheck.of(new ProgramRun(TEXT, journals, run.trace(), null), Map.of(), false)
          .faults();
    }
  }

  @Test
  void journal_asItIs_hasNoFault() throws Exception {
    assertThat(faults(journal -> journal)).isEmpty();
  }

  @Test
  void journal_withLessThanWasRecorded_isInvention() throws Exception {
    assertThat(faults(journal -> journal.copy(0, journal.size() - 1, 0)))
        .isNotEmpty()
        .allMatch(fault -> fault.contains("after its end"));
  }

  @Test
  void journal_withMoreThanWasRecorded_isLoss() throws Exception {
    assertThat(
            faults(
                journal -> {
                  Journal more = journal.copy(0, journal.size(), 0);
                  more.did(journal.line(journal.size() - 1));
                  return more;
                }))
        .singleElement()
        .asString()
        .contains("has lost");
  }

  @Test
  void journal_withoutItsBeginning_isAnotherProgramOrder() throws Exception {
    assertThat(faults(journal -> journal.copy(1, journal.size(), 0)))
        .isNotEmpty()
        .last()
        .asString()
        .contains("instead of");
  }

  @Test
  void journal_withOtherValues_isAnotherLastWriter() throws Exception {
    assertThat(faults(journal -> journal.copy(0, journal.size(), 1)))
        .anyMatch(fault -> fault.contains("but the last write was of"));
  }
}
