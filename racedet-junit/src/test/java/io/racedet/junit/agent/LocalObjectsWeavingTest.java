package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.agent.subjects.Locals;
import io.racedet.junit.record.sites.Site;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Woven code has no hooks for objects that never leave their method. */
class LocalObjectsWeavingTest {
  private static final String[] CALLS = {"enter", "exit", "call", "callSite", "after", "freeze"};

  private final WovenSubjects all = WovenSubjects.recordingData();
  private final WovenSubjects reduced = WovenSubjects.withoutCoveredHooks();

  private void assertResults(String method, Object expected) throws Throwable {
    assertThat(all.run(Locals.class, method)).isEqualTo(expected);
    assertThat(reduced.run(Locals.class, method)).isEqualTo(expected);
  }

  @Test
  void localArrays_haveNoHooks() throws Throwable {
    assertResults("arrays", 14);
    assertThat(all.log(CALLS))
        .contains("allocated", "array 3 WRITE", "array 3 READ", "arrayStore 1 WRITE");
    assertThat(reduced.log()).containsExactly("enter Locals.arrays", "exit");
  }

  @Test
  void localObject_hasHooksInItsConstructorAndOfWhatSynchronises() throws Throwable {
    assertResults("object", 5);
    assertThat(all.log(CALLS))
        .containsExactly(
            "allocated",
            "field Locals.number WRITE",
            "field Locals.number READ",
            "finalField Locals.fixed FINAL_READ",
            "volatileField Locals.shared VOLATILE_READ");
    assertThat(reduced.log(CALLS))
        .containsExactly(
            "finalField Locals.fixed FINAL_READ", "volatileField Locals.shared VOLATILE_READ");
  }

  @Test
  void returnedArray_hasHooks() throws Throwable {
    assertResults("returned", 5);
    assertThat(reduced.log(CALLS)).containsExactly("allocated", "array 0 WRITE", "array 0 READ");
    assertThat(reduced.log(CALLS)).isEqualTo(all.log(CALLS));
  }

  @Test
  void sites_areNumberedAsIfAllHadHooks() throws Throwable {
    assertThat(all.run(Locals.class, "mixed")).isEqualTo(0);
    assertThat(reduced.run(Locals.class, "mixed")).isEqualTo(0);
    List<String> sites = sites(all);
    List<String> fewer = sites(reduced);
    assertThat(sites).containsAll(fewer);
    assertThat(fewer).hasSizeBetween(sites.size() / 2, sites.size() - 5);
  }

  private static List<String> sites(WovenSubjects subjects) {
    List<String> sites = new ArrayList<>();
    for (int id : subjects.table().find(site -> site.method().name().equals("mixed"))) {
      Site site = subjects.table().site(id);
      sites.add(site.kind() + " " + site.line() + " " + site.ordinal() + " " + site.rank());
    }
    return sites;
  }
}
