package io.racedet.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.race.Grade;
import io.racedet.report.BankReport;
import io.racedet.report.Browser;
import io.racedet.report.DeadlockReports;
import io.racedet.report.KnownReports;
import io.racedet.report.LargeReport;
import io.racedet.report.Outcome;
import io.racedet.report.RandomReport;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import io.racedet.report.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

class HtmlReportInBrowserTest {
  private static final double OPENS_WITHIN = 2; // seconds, a report of 5,000 races

  private static Browser browser;

  private Path page;

  @BeforeAll
  static void start() {
    browser = Browser.start();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void size() {
    browser.resize(1280, 1000);
    browser.prefer("light");
  }

  /* The browser tells of each as soon as it comes to that. */
  @Test
  @Timeout(60)
  void browser_notesWhatAPageComplainsOfAndAsksFor(@TempDir Path folder) throws IOException {
    open("<img src='http://127.0.0.1:9/x.png'><script>console.error('so')</script>", folder);
    String noted = "";
    while (!noted.contains("\"so\"") || !noted.contains("x.png - Failed")) {
      noted += String.join("\n", browser.console());
    }
    assertThat(browser.requests(page)).containsExactly("http://127.0.0.1:9/x.png");
  }

  @AfterEach
  void pageComplainsOfNothing_andAsksForNothing() {
    assertThat(browser.console()).isEmpty();
    assertThat(browser.requests(page)).isEmpty();
  }

  private void open(String html, Path folder) throws IOException {
    open(html, folder, "");
  }

  private void open(String html, Path folder, String fragment) throws IOException {
    page = folder.resolve("report.html");
    Files.writeString(page, html);
    browser.open(page, fragment);
  }

  private static String bank(Path folder) throws IOException {
    Path source = folder.resolve("src/main/java/com/acme/bank/Account.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, BankReport.SOURCE);
    Sources sources = Sources.of(folder, List.of(Path.of("src/main/java")));
    return HtmlReportTest.written(BankReport.report(), sources);
  }

  private static WebElement find(String css) {
    return browser.driver().findElement(By.cssSelector(css));
  }

  private static List<WebElement> all(String css) {
    return browser.driver().findElements(By.cssSelector(css));
  }

  private static List<String> names() {
    return all("#list .name").stream().map(name -> name.getText().split(" ")[0]).toList();
  }

  private static void press(CharSequence... keys) {
    browser.driver().switchTo().activeElement().sendKeys(keys);
  }

  @Test
  void list_showsTheRacesByClass_andTheFirstInFull(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);

    assertThat(find("#summary").getText())
        .isEqualTo(
            "0.1.0 · 2 tests checked, 1 with one thread only · 113 repetitions · 111,445 events"
                + " · 2 races");
    assertThat(find("#warnings").getText()).isEqualTo("reads(): only one thread");
    assertThat(find("#list h2").getText()).isEqualTo("com.acme.bank.Account (2)");
    assertThat(names()).containsExactly("Account.open", "Account.balance");
    assertThat(find("main h2").getText()).isEqualTo("write-read race on Account.open WITNESSED");
    assertThat(find(".first h4").getText()).isEqualTo("write by “teller-1”");
    assertThat(find(".first pre .hit").getText()).isEqualTo("14    open = true;");
    assertThat(find(".second pre .hit").getText()).isEqualTo("24    return open;");
    assertThat(all("main > .lead").stream().map(WebElement::getText))
        .startsWith(
            "Ordered in this run only by chance: another order of the same locks allows both at"
                + " once",
            "\"teller-1\" after its access next synchronises by acquiring Account@1\n"
                + "\"teller-2\" before its access last synchronised by releasing Account@1",
            "Object allocated at com.acme.bank.AccountTest.opens(AccountTest.java:29)");
    assertThat(find("#fix").getText())
        .isEqualTo(
            "Fix: hold Account@1 at Account.java:14, too, as the read at Account.java:24 does");
    assertThat(find("main").getText()).contains("mvn test -Dtest='AccountTest', followed by this:");
    assertThat(find("#replay").getText()).isEqualTo("-Dracedet.seed=NOISE:7:12");
    assertThat(find("#accept").getText()).contains("com.acme.bank.Account#open()V:0");
    browser.screenshot("wide");
  }

  @Test
  void firstSentence_saysWhoDoesWhatWhere_holdingWhat(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);
    assertThat(find("#story").getText())
        .isEqualTo(
            "“teller-1” writes Account.open in Account.open (Account.java:14), holding no lock;"
                + " “teller-2” reads it in Account.isOpen (Account.java:24), holding no lock.");

    open(
        HtmlReportTest.written(DeadlockReports.report(DeadlockReports.two(Grade.WITNESSED))),
        folder);
    assertThat(find("#story").getText())
        .isEqualTo(
            "“buyer” waits for Stock@2, holding Stock@1; “seller” waits for Stock@1, holding"
                + " Stock@2.");
  }

  @Test
  void quotedLines_haveColours_andAreNeverCut(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);
    assertThat(all(".first pre .hit b").stream().map(b -> b.getAttribute("className")))
        .containsExactly("word");
    assertThat(find(".first pre .hit b").getText()).isEqualTo("true");
    assertThat(find(".first pre b.comment").getText())
        .isEqualTo("// No lock: nobody else has the account yet, or so we thought.");

    browser.resize(420, 800);
    open(bank(folder), folder, "#" + BankReport.report().races().get(0).key().fingerprint());
    for (WebElement line : all("main pre")) {
      assertThat(
              browser
                  .driver()
                  .executeScript(
                      "return arguments[0].scrollWidth - arguments[0].clientWidth", line))
          .isEqualTo(0L);
    }
  }

  @Test
  void copyButton_copies_orSelectsWhereItMayNot(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);
    WebElement button = find("#replay + .copy");

    clipboard("copied => { window.copied = copied; return Promise.resolve(); }");
    button.click();
    assertThat(button.getText()).isEqualTo("Copied");
    assertThat(browser.driver().executeScript("return window.copied"))
        .isEqualTo("-Dracedet.seed=NOISE:7:12");

    clipboard("() => Promise.reject(new Error('not from files'))");
    button.click();
    assertThat(button.getText()).isEqualTo("Selected");
    assertThat(browser.driver().executeScript("return window.getSelection().toString()"))
        .isEqualTo("-Dracedet.seed=NOISE:7:12");
  }

  private static void clipboard(String write) {
    browser
        .driver()
        .executeScript(
            "Object.defineProperty(navigator, 'clipboard',"
                + " {configurable: true, value: {writeText: "
                + write
                + "}})");
  }

  @Test
  void filter_leavesWhatMatches(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);

    find("#text").sendKeys("Account balance");
    assertThat(names()).containsExactly("Account.balance");
    assertThat(find("#count").getText()).isEqualTo("1 of 2 races");

    find("#text").sendKeys(" nowhere");
    assertThat(names()).isEmpty();

    find("#text").clear();
    find("#only input[value=OBSERVED]").click();
    assertThat(names()).containsExactly("Account.open");
  }

  @Test
  void timelines_showBothThreads_withSectionsAsBars_andTheWitnessBeside(@TempDir Path folder)
      throws IOException {
    open(bank(folder), folder);

    for (String picture : List.of("#observed", "#witness")) {
      assertThat(find(picture + " svg").isDisplayed()).isTrue();
      assertThat(all(picture + " .mark")).hasSize(2).allMatch(WebElement::isDisplayed);
      assertThat(all(picture + " .between")).hasSize(1);
    }
    assertThat(all("#observed .bar")).hasSize(2);
    assertThat(all("#witness .bar")).hasSize(1);
    assertThat(all("#observed .lane")).hasSize(2);
    assertThat(all("#witness .head").stream().map(WebElement::getText))
        .containsExactly("teller-1", "teller-2");
    assertThat(all("#witness .others").stream().map(WebElement::getText))
        .containsExactly("main: fork(teller-2)");
    assertThat(find("#witness").getLocation().getY())
        .isEqualTo(find("#observed").getLocation().getY());
    assertThat(find("#witness").getLocation().getX())
        .isGreaterThan(find("#observed").getLocation().getX());
    assertThat(find(".legend").getText()).isEqualTo("holds Account@1");
    assertThat(find(".key").getText())
        .contains("r, w reads and writes.", "acq, rel acquires a lock, releases it.", "fork, join")
        .doesNotContain("snd", "alloc");
    int first = all("#observed .mark").get(0).getLocation().getY();
    int second = all("#observed .mark").get(1).getLocation().getY();
    assertThat(second).isGreaterThan(first);
    assertThat(all("#witness .mark").get(0).getLocation().getY())
        .isEqualTo(all("#witness .mark").get(1).getLocation().getY());
  }

  @Test
  void keyboard_isEnough(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);

    find("body").sendKeys("/");
    press("account");
    press(Keys.ARROW_DOWN);
    press(Keys.ARROW_DOWN);
    press(Keys.ENTER);

    assertThat(find("main h2").getText()).contains("Account.balance");
    assertThat(find("#list button[aria-current=true] .name").getText()).contains("balance");
    assertThat(browser.driver().getCurrentUrl())
        .endsWith("#" + BankReport.report().races().get(1).key().fingerprint());
    assertThat(browser.driver().switchTo().activeElement()).isEqualTo(find("main"));
  }

  @Test
  void addressOfARace_opensIt(@TempDir Path folder) throws IOException {
    open(bank(folder), folder, "#" + BankReport.report().races().get(1).key().fingerprint());

    assertThat(find("main h2").getText()).contains("Account.balance");
  }

  @Test
  void narrowWindow_showsTheListOrARace(@TempDir Path folder) throws IOException {
    browser.resize(500, 1000);
    open(bank(folder), folder);

    assertThat(find("main").isDisplayed()).isFalse();
    all("#list button").get(0).click();
    assertThat(find("main").isDisplayed()).isTrue();
    assertThat(find("nav").isDisplayed()).isFalse();
    assertThat(
            browser
                .driver()
                .executeScript("return document.documentElement.scrollWidth <= innerWidth"))
        .isEqualTo(true);
    browser.screenshot("narrow");
    find("#back").click();
    assertThat(find("nav").isDisplayed()).isTrue();
  }

  @Test
  void darkScheme_isFollowed(@TempDir Path folder) throws IOException {
    browser.prefer("dark");
    open(bank(folder), folder);

    assertThat(find("body").getCssValue("background-color")).contains("18, 21, 27");
    browser.screenshot("dark");
  }

  @Test
  void hostileTexts_areShownAsTheyAre_andRunNothing(@TempDir Path folder) throws IOException {
    for (long seed = 1; seed <= 6; seed++) {
      RunReport report = new RandomReport(seed).next();
      open(HtmlReportTest.written(report), folder);

      assertThat(all("img, iframe, object, embed")).isEmpty();
      assertThat(all("script")).hasSize(3);
      for (int i = 0; i < report.races().size(); i++) {
        find("#list button[data-race='" + i + "']").click(); // they are grouped by class
        String name = report.races().get(i).variable().name();
        assertThat(find("main h2").getDomProperty("textContent")).contains(name);
      }
    }
  }

  @Test
  void wholeSuite_isCounted_andOnlyWhatFailedIsNamed(@TempDir Path folder) throws IOException {
    List<TestRun> tests = new ArrayList<>();
    for (Outcome outcome : Outcome.values()) {
      for (int i = 0; i <= outcome.ordinal(); i++) {
        String name = outcome + "-" + i;
        tests.add(
            new TestRun(
                name, name, "ATest", outcome, 1, 10, "", List.of(), List.of(), List.of(), 0,
                List.of()));
      }
    }
    open(HtmlReportTest.written(RunReport.of("", tests, List.of(), List.of())), folder);

    assertThat(find("#summary").getText())
        .isEqualTo(
            "12 tests checked, 1 not seen (switched off, or run by another engine),"
                + " 2 left out by @RaceIgnore, 3 that touched no class under test,"
                + " 4 with one thread only, 6 recorded in part, 8 failed for another reason,"
                + " 9 not checked · 45 repetitions · 450 events · 0 races");
    assertThat(all("#warnings p")).hasSize(17);
    assertThat(find("#warnings").getText())
        .contains(
            "FAILED-0: failed for a reason other than a race", "NOT_CHECKED-8: was not checked")
        .doesNotContain("PASSED-0", "ONE_THREAD-0");
    assertThat(find("body").getDomProperty("textContent")).doesNotContain("PASSED-0");
  }

  @Test
  void reportWithoutRaces_saysSo(@TempDir Path folder) throws IOException {
    RunReport none =
        RunReport.of("", BankReport.report().tests(), List.of(), List.of("a part is missing"));
    open(HtmlReportTest.written(none), folder);

    assertThat(find("main").getText()).isEqualTo("No race was found.");
    assertThat(find("#warnings").getText()).contains("a part is missing");
  }

  @Test
  void fiveThousandRaces_openAndFilterSoon(@TempDir Path folder) throws IOException {
    open(HtmlReportTest.written(LargeReport.of(5_000, 12)), folder);
    browser.countWork();
    double before = browser.workedSeconds();
    // A page that is loaded again mostly stays in its process.
    browser.driver().navigate().refresh();
    double opened = browser.workedSeconds();

    assertThat(find("#count").getText()).isEqualTo("5,000 races");
    assertThat(all("#list button[data-race]")).hasSize(200);
    assertThat(find("main h2").isDisplayed()).isTrue();
    find("#more").click();
    assertThat(all("#list button[data-race]")).hasSize(400);
    double browsed = browser.workedSeconds();
    find("#text").sendKeys("field4999");
    assertThat(names()).containsExactly("Class499.field4999");
    all("#list button").get(0).click();
    assertThat(find("main h2").getText()).contains("Class499.field4999");
    double filtered = browser.workedSeconds();

    Object wall =
        browser
            .driver()
            .executeScript("return performance.getEntriesByType('navigation')[0].loadEventEnd");
    System.out.printf(
        "5,000 races: opened in %.2f s, filtered in %.2f s of the page's own time; loaded after %s"
            + " ms%n",
        worked(before, opened), filtered - browsed, wall);
    assertThat(worked(before, opened)).isBetween(0.01, OPENS_WITHIN);
    assertThat(filtered - browsed).isBetween(0.01, OPENS_WITHIN);
  }

  /* The work of another process counts from zero. */
  private static double worked(double before, double after) {
    return after < before ? after : after - before;
  }

  @Test
  void deadlock_showsTheCycle_andWhatEachThreadHoldsAndAsksFor(@TempDir Path folder)
      throws IOException {
    RunReport report = DeadlockReports.report(DeadlockReports.two(Grade.WITNESSED));
    open(HtmlReportTest.written(report), folder);

    assertThat(find("#summary").getText()).endsWith(" · 1 deadlock");
    assertThat(find("#count").getText()).isEqualTo("1 deadlock");
    assertThat(find("#list .where").getText())
        .isEqualTo("deadlock, Stock.java:11 and Stock.java:21");
    assertThat(find("main h2").getText()).isEqualTo("Deadlock of Stock@2, Stock@1 WITNESSED");
    assertThat(find("svg.cycle").getAttribute("aria-label"))
        .isEqualTo(
            "“buyer” requests Stock@2, which “seller” holds; “seller” requests Stock@1, which"
                + " “buyer” holds");
    assertThat(all("svg.cycle .thread")).hasSize(2);
    assertThat(all("svg.cycle .lock")).hasSize(2);
    assertThat(all("svg.cycle line.asks")).hasSize(2);
    assertThat(all("svg.cycle line.held")).hasSize(2);
    for (WebElement box : all("svg.cycle rect")) {
      assertThat(box.getRect().getX()).isNotNegative();
      assertThat(box.getRect().getWidth()).isPositive();
    }
    assertThat(all("main .pair .card h4").stream().map(WebElement::getText))
        .containsExactly("“buyer” requests Stock@2", "“seller” requests Stock@1");
    assertThat(find("#witness .lead").getText()).isEqualTo("the first 2 events as recorded, then");
    assertThat(texts("#witness .head")).containsExactly("buyerbuyer", "sellerseller");
    assertThat(texts("#witness .others"))
        .containsExactly("main: fork(seller)#6 main fork(seller) StockTest.java:31");
    assertThat(texts("#witness .racing"))
        .containsExactly(
            "acq(Stock@2)#3 buyer acq(Stock@2) Stock.java:11",
            "acq(Stock@1)#8 seller acq(Stock@1) Stock.java:21");
    assertThat(all("#witness .hit")).hasSize(2);
    assertThat(texts("#witness .bar"))
        .containsExactlyInAnyOrder("buyer holds Stock@1", "seller holds Stock@2");
    assertThat(find("main h2 .badge").getAttribute("title"))
        .isEqualTo(find("#grades .badge").getAttribute("title"))
        .contains("each of them waits forever");
    assertThat(find("#replay").getText()).isEqualTo("-Dracedet.seed=NOISE:7");
  }

  /** The texts of elements of a picture with their titles. */
  private static List<String> texts(String selector) {
    return all(selector).stream().map(element -> element.getAttribute("textContent")).toList();
  }

  @Test
  void states_areBadges_andCanBeFiltered_andWhatIsGoneIsListed(@TempDir Path folder)
      throws IOException {
    RunReport report = RunReport.merge(List.of(KnownReports.report()));
    open(HtmlReportTest.written(report, Sources.NONE), folder);

    assertThat(names()).containsExactly("Account.new", "Account.known", "Account.accepted");
    assertThat(all("#list .badge.NEW")).hasSize(1);
    assertThat(all("#list .badge.KNOWN")).hasSize(1);
    assertThat(find("main .standing").getText()).isEqualTo("NEW owners: @bob");
    assertThat(find("#gone").getText())
        .isEqualTo(
            "GONE write-read race (WITNESSED) on Account.unjudged: Account.java:14 and"
                + " Account.java:24, last seen 2026-02-03T04:05:06Z; owners: @cyd");

    find("#only input[value=KNOWN]").click();
    assertThat(names()).containsExactly("Account.new", "Account.accepted");
    find("#text").sendKeys("@bob");
    assertThat(names()).containsExactly("Account.new");
  }

  @Test
  void raceOfWhichNothingIsKnown_hasNoState(@TempDir Path folder) throws IOException {
    open(bank(folder), folder);

    assertThat(all(".standing, .badge.NEW, .badge.KNOWN, #gone p")).isEmpty();
  }
}
