package io.racedet.trace.split;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The numbers of sites are those that a reader gives them, from 0 on in each split. */
class SiteNumbersTest {
  private static final int MANY = 100;

  /** Uses sites one after the other, and says of each what is known then. */
  private static String use(SiteNumbers sites, String names) {
    StringBuilder known = new StringBuilder();
    for (char name : names.toCharArray()) {
      int number = sites.of(name, 7);
      known.append(number == SiteNumbers.UNKNOWN ? "new" : number);
      known.append(sites.isFirstUse() ? " first" : "");
      known.append(sites.isRepeated() ? " again" : "").append(", ");
    }
    return known.toString();
  }

  @Test
  void site_hasANumberFromItsSecondUseOn() {
    SiteNumbers sites = new SiteNumbers(MANY);
    assertThat(use(sites, "aabbba")).isEqualTo("new first, 0, new first, 1, 1, 0, ");
    assertThat(sites.of('a', 8)).isEqualTo(SiteNumbers.UNKNOWN);
    assertThat(sites.of('a', 8)).isEqualTo(2);
  }

  @Test
  void site_isUsedForTheFirstTimeInEachPeriod() {
    SiteNumbers sites = new SiteNumbers(MANY);
    use(sites, "ab");
    sites.beginPeriod();
    assertThat(use(sites, "aac")).isEqualTo("0 first, 0, new first, ");
    sites.beginPeriod();
    assertThat(use(sites, "aabc")).isEqualTo("0 first, 0, 1 first, 2 first, ");
  }

  @Test
  void split_numbersItsSitesFromZero() {
    SiteNumbers sites = new SiteNumbers(MANY);
    use(sites, "ab");
    sites.beginSplit();
    assertThat(use(sites, "bbccaa"))
        .isEqualTo("new first again, 0, new first, 1, new first again, 2, ");
    sites.beginSplit();
    assertThat(use(sites, "ccaa")).isEqualTo("new first again, 0, new first again, 1, ");
  }

  /** The split after one with the most sites begins without any. */
  @Test
  void sitesBeyondTheMost_haveNoNumbers() {
    SiteNumbers sites = new SiteNumbers(2);
    assertThat(use(sites, "abccab"))
        .isEqualTo("new first, new first, new first, new first, 0, 1, ");
    sites.beginSplit();
    assertThat(use(sites, "ccddaa"))
        .isEqualTo("new first, 0, new first, 1, new first, new first, ");
  }

  @Test
  void siteOfAnEarlierSplit_hasNoNumberBeyondTheMost() {
    SiteNumbers sites = new SiteNumbers(2);
    use(sites, "a");
    sites.beginSplit();
    use(sites, "bc");
    assertThat(use(sites, "aab")).isEqualTo("new first again, new first again, 0, ");
  }
}
