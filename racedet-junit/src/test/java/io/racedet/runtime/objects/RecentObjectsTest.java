package io.racedet.runtime.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The objects that a thread has accessed last, beside the table of all, and what is covered. */
class RecentObjectsTest {
  private static final int STEPS = 50_000;
  private static final int FIELDS = 100;
  private static final int SITES = 5_000;

  private record Access(Object object, int field, boolean write) {}

  private final IdentityTable all = new IdentityTable();
  private final RecentObjects recent = new RecentObjects();
  private final Set<Access> covered = new HashSet<>(); // in the present span
  private int recognised;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 20, 1_000, 20_000})
  void entries_areThoseOfTheTable_andOnlyCoveredAccessesAreFound(int size) {
    Random random = new Random(size);
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      objects.add(new Object());
    }
    long span = 1;
    recent.begin(span);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(1_000) == 0) {
        recent.begin(++span);
        covered.clear();
      }
      Object object = objects.get(random.nextInt(size));
      int site = random.nextInt(SITES);
      access(object, random.nextInt(FIELDS), site % 2 == 0, site);
    }
    if (size <= 3) {
      assertThat(recognised).isGreaterThan(STEPS / 1_000);
    }
  }

  private void access(Object object, int field, boolean write, int site) {
    if (recent.covers(object, field, site)) {
      assertThat(covered).contains(new Access(object, field, write));
      recognised++;
      return;
    }
    IdentityTable.Entry entry = recent.entryOf(object, all);
    assertThat(entry).isSameAs(all.entryOf(object));
    recent.cover(entry, field, site, write, write);
    covered.add(new Access(object, field, write));
    if (write) {
      covered.add(new Access(object, field, false));
    }
    assertThat(recent.covers(object, field, site)).isTrue();
  }
}
