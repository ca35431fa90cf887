package io.racedet.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.LockContexts;
import io.racedet.event.Names;
import io.racedet.event.Op.Operand;
import io.racedet.race.AccessContext;
import io.racedet.race.Race;
import io.racedet.race.RaceKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Races on ids whose meaning changes. */
class NamedAtOnceTest {
  private final LockContexts contexts = new LockContexts();
  private String prefix = "old ";
  private final Names names =
      new Names() {
        @Override
        public String name(Operand space, int id) {
          return prefix + id;
        }
      };
  private final RaceCollector collector =
      new RaceCollector(contexts, names, false, List.of("engine"), null);

  private void report(int variable, boolean ordered, long second) {
    long one = AccessContext.of(contexts.root(1), 5);
    long other = AccessContext.of(contexts.root(2), 6);
    collector.sink(0).race(variable, RaceKind.WRITE_WRITE, ordered, 3, one, second, other);
  }

  @Test
  void race_hasTheNamesOfTheTimeItWasFoundAt_andTheCountOfTheEnd() {
    collector.nameAtOnce();
    report(7, true, 10);
    prefix = "new ";
    report(8, true, 11);
    assertThat(collector.found()).extracting(Race::variable).containsExactly("old 7");
    assertThat(collector.found()).extracting(Race::count).containsExactly(2L);
    assertThat(collector.found().get(0).first().thread()).isEqualTo("old 1");
    assertThat(collector.found().get(0).second().index()).isEqualTo(10);
  }

  @Test
  void betterPair_hasTheNamesOfItsOwnTime() {
    collector.nameAtOnce();
    report(7, true, 10);
    prefix = "new ";
    report(8, false, 11);
    prefix = "newest ";
    assertThat(collector.found()).extracting(Race::variable).containsExactly("new 8");
    assertThat(collector.found()).extracting(Race::count).containsExactly(2L);
  }

  @Test
  void race_notNamedAtOnce_hasTheNamesOfTheEnd() {
    report(7, true, 10);
    prefix = "new ";
    assertThat(collector.found()).extracting(Race::variable).containsExactly("new 7");
  }
}
