package io.racedet.junit.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mutant that orders less than the model fails a program, one that orders as much does not. */
class MutationTest {
  private static final String CLASS = "java.util.concurrent.locks.ReentrantLock";

  private static ModelText.Line unlock() {
    return ModelText.ofJdk().lines().stream()
        .filter(line -> line.className().equals(CLASS) && line.methods().contains("unlock()"))
        .findAny()
        .orElseThrow();
  }

  private static Mutant mutant(String change, String text) {
    ModelText.Line line = unlock();
    return new Mutant(
        line.number(), line.number(), line.section(), CLASS, line.signature(), change, text);
  }

  @Test
  @Tag("soak")
  void mutants_areKilledIfTheyOrderLess(@TempDir Path directory) throws Exception {
    Duration limit = Duration.ofSeconds(30);
    MutationRun run = new MutationRun(directory, ".*[.]LockEdgesTest", 1, limit, limit);
    run.cover();
    String text = unlock().signature() + ' ' + String.join("; ", unlock().clauses());
    List<Outcome> outcomes =
        run.attempt(
            List.of(
                mutant("line deleted", ""),
                mutant("a channel that nobody receives from", text + "; send none of this"),
                mutant("no clause", unlock().signature() + " send"),
                mutant("the same", text)));
    assertThat(outcomes)
        .extracting(Outcome::status)
        .containsExactly(
            Outcome.Status.KILLED,
            Outcome.Status.SURVIVED,
            Outcome.Status.INVALID,
            Outcome.Status.EQUIVALENT);
  }

  @Test
  void mutants_ofTwoTests_dropEachOfThem() {
    assertThat(Mutations.of(ModelText.ofJdk()))
        .filteredOn(each -> each.className().endsWith("LinkedTransferQueue"))
        .filteredOn(each -> each.methods().equals("firstDataNode()"))
        .extracting(Mutant::text)
        .contains(
            "firstDataNode()   always; callback; reading item: receive this[target] if value",
            "firstDataNode()   always; callback; reading item: receive this[target] if target.isData");
  }

  @Test
  void mutants_ofALine_changeEachPart() {
    assertThat(Mutations.of(ModelText.ofJdk()))
        .filteredOn(each -> each.className().endsWith("ReentrantLock"))
        .filteredOn(each -> each.methods().equals("unlock()"))
        .extracting(Mutant::text)
        .contains(
            "",
            "unlock()   release this.sync",
            "unlock()   release this.sync if not this.isHeldByCurrentThread()",
            "unlock()   at exit: release this.sync if this.isHeldByCurrentThread()",
            "unlock()   release-shared this.sync if this.isHeldByCurrentThread()");
  }
}
