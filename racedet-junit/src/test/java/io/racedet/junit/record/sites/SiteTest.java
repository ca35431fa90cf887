package io.racedet.junit.record.sites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteTest {
  private static Site site(String className, String method, String descriptor, int ordinal) {
    MethodInfo of =
        new MethodInfo(className, method, descriptor, "", true, method, 0, false, false);
    return new Site(SiteKind.OTHER, of, 0, ordinal, 0, false);
  }

  /** Parts of a location that begin like others, or like their continuation. */
  @Test
  void isAt_itsOwnLocationOnly() {
    List<Site> sites = new ArrayList<>();
    for (String className : List.of("A", "A.b", "AB")) {
      for (String method : List.of("b", "bc", "c")) {
        for (String descriptor : List.of("()V", "()LV;", "(I)V")) {
          for (int ordinal : new int[] {0, 1, 10}) {
            sites.add(site(className, method, descriptor, ordinal));
          }
        }
      }
    }
    for (Site site : sites) {
      for (Site other : sites) {
        assertThat(site.isAt(other.location())).isEqualTo(site.equals(other));
      }
      assertThat(site.isAt(site.location() + '0')).isFalse();
      assertThat(site.isAt(site.location().replace("#", "#0"))).isFalse();
      assertThat(site.isAt(site.location().substring(0, site.location().indexOf('#')))).isFalse();
    }
  }
}
