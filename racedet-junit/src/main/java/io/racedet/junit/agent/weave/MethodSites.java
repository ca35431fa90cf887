package io.racedet.junit.agent.weave;

import io.racedet.junit.record.sites.MethodInfo;
import io.racedet.junit.record.sites.Site;
import io.racedet.junit.record.sites.SiteKind;
import java.util.HashMap;
import java.util.Map;

/** Numbers the sites of one method, in the order of its code. */
final class MethodSites {
  private final MethodInfo method;
  private final Map<String, Integer> ranks = new HashMap<>();
  private int line;
  private int accesses;
  private int others;

  MethodSites(MethodInfo method) {
    this.method = method;
  }

  /** The instructions from here on are of a source line. */
  void line(int number) {
    line = number;
  }

  /** The source line of the next instruction, 0 when it is not known. */
  int line() {
    return line;
  }

  /**
   * The next site.
   *
   * @param thing what the instruction concerns, for its rank
   * @param covers whether accesses without a site rely on its record
   */
  Site next(SiteKind kind, String thing, boolean covers) {
    return new Site(kind, method, line, nextOrdinal(kind), nextRank(thing), covers);
  }

  /** Passes what gets no site, so that what is behind it is numbered as if it did. */
  void skip(SiteKind kind, String thing) {
    nextOrdinal(kind);
    nextRank(thing);
  }

  private int nextOrdinal(SiteKind kind) {
    return kind == SiteKind.OTHER ? others++ : accesses++;
  }

  private int nextRank(String thing) {
    return ranks.merge(thing, 1, Integer::sum) - 1;
  }
}
