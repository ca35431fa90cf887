package io.racedet.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RandomTracesTest {
  @Test
  void of_sameSeed_sameTrace() {
    assertThat(RandomTraces.of(Shape.everything(), 7).events())
        .isEqualTo(RandomTraces.of(Shape.everything(), 7).events());
  }

  @Test
  void everything_manySeeds_coversEveryOperation() {
    Map<Op, Integer> uses = new EnumMap<>(Op.class);
    for (int seed = 0; seed < 2000; seed++) {
      RandomTraces.of(Shape.everything(), seed)
          .events()
          .forEach(e -> uses.merge(e.op(), 1, Integer::sum));
    }
    assertThat(uses).containsOnlyKeys(Op.values());
    assertThat(uses.values()).allMatch(count -> count > 100);
  }

  /**
   * Not only the operations, but also the situations that are difficult for engines have to occur.
   */
  @Test
  void everything_manySeeds_coversEverySituation() {
    Map<String, Integer> found = new TreeMap<>();
    for (int seed = 0; seed < 6000; seed++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed);
      List<Section> sections = Section.of(trace);
      for (Section s : sections) {
        count(found, "open at the end", s.release() == Section.OPEN);
        count(
            found, "of a thread that was joined", s.release() == Section.OPEN && joined(trace, s));
        for (Section t : sections) {
          boolean own = s.thread() == t.thread() && s.acquire() < t.acquire();
          boolean crossing = own && t.acquire() < s.release() && s.release() < t.release();
          count(found, "not well nested", crossing && s.lock() != t.lock());
          count(found, "downgrade", crossing && s.lock() == t.lock() && t.shared());
          count(found, "shared at the same time", overlapping(s, t));
        }
        for (int i = s.acquire() + 1; i < Math.min(s.release(), trace.size() + 1); i++) {
          TraceEvent e = trace.event(i);
          boolean inside = e.thread() == s.thread();
          boolean same = e.operand() == s.lock();
          count(found, "re-entrant", inside && same && !s.shared() && e.op() == Op.ACQUIRE);
          count(found, "fork inside", inside && e.op() == Op.FORK);
          count(found, "join inside", inside && e.op() == Op.JOIN);
          count(found, "write inside shared", inside && s.shared() && e.op() == Op.WRITE);
        }
      }
    }
    assertThat(found).hasSize(9);
    assertThat(found.values()).as("%s", found).allMatch(count -> count > 100);
  }

  private static void count(Map<String, Integer> found, String situation, boolean occurs) {
    if (occurs) {
      found.merge(situation, 1, Integer::sum);
    }
  }

  private static boolean joined(TestTrace trace, Section section) {
    return trace.events().stream()
        .anyMatch(e -> e.op() == Op.JOIN && e.operand() == section.thread());
  }

  private static boolean overlapping(Section s, Section t) {
    return s.lock() == t.lock()
        && s.thread() < t.thread()
        && s.shared()
        && t.shared()
        && s.acquire() < t.release()
        && t.acquire() < s.release();
  }

  @Test
  void parse_printedTrace_sameEvents() {
    for (int seed = 0; seed < 200; seed++) {
      TestTrace trace = RandomTraces.of(Shape.everything(), seed);
      assertThat(TestTrace.parse(trace.toString()).events()).isEqualTo(trace.events());
    }
  }
}
