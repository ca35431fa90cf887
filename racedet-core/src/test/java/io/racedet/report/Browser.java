package io.racedet.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium that records the messages and requests of a page. */
public final class Browser implements AutoCloseable {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts the browser of this machine; without one, the tests are reported as skipped. */
  public static Browser start() {
    Optional<Path> browser = BROWSERS.stream().flatMap(Browser::onPath).findFirst();
    Optional<Path> service = onPath("chromedriver").findFirst();
    if (browser.isEmpty() || service.isEmpty()) {
      String missing = browser.isEmpty() ? "chromium" : "chromedriver";
      String message =
          "NOT TESTED: report.html in a browser; "
              + missing
              + " is not installed"
              + " (expected: the packages chromium and chromium-driver, which .ci/run installs)";
      System.err.println(message);
      Assumptions.abort(message);
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(LogType.PERFORMANCE, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(browser.get().toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.addArguments("--disable-gpu", "--hide-scrollbars");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService.Builder driver =
        new ChromeDriverService.Builder().usingDriverExecutable(service.get().toFile());
    return new Browser(new ChromeDriver(driver.build(), options));
  }

  private static Stream<Path> onPath(String program) {
    String folders = System.getenv("PATH") + File.pathSeparator + System.getenv("CHROMEWEBDRIVER");
    return Stream.of(folders.split(File.pathSeparator))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable);
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Opens a page, and clears what was recorded before. */
  public void open(Path page, String fragment) {
    driver.get("about:blank");
    logged(LogType.BROWSER);
    logged(LogType.PERFORMANCE);
    driver.get(page.toUri() + fragment);
  }

  public void resize(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  public void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  public void screenshot(String name) throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "screenshots"));
    Files.write(folder.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
  }

  /** The messages on the console by the page, or by the browser about it. */
  public List<String> console() {
    return logged(LogType.BROWSER).stream().map(LogEntry::toString).toList();
  }

  /** The addresses requested since the page was opened, except its own and data. */
  public List<String> requests(Path page) {
    return logged(LogType.PERFORMANCE).stream()
        .map(entry -> JsonMapper.shared().readTree(entry.getMessage()).at("/message"))
        .filter(message -> message.at("/method").asString().equals("Network.requestWillBeSent"))
        .map(message -> message.at("/params/request/url").asString())
        .filter(url -> !url.equals(page.toUri().toString()) && !url.startsWith("data:"))
        .toList();
  }

  private List<LogEntry> logged(String type) {
    return driver.manage().logs().get(type).getAll();
  }

  /** CPU seconds of the page's main thread so far, which do not depend on other load. */
  public double workedSeconds() {
    Map<String, Object> metrics = driver.executeCdpCommand("Performance.getMetrics", Map.of());
    for (JsonNode metric : JsonMapper.shared().valueToTree(metrics).at("/metrics")) {
      if (metric.at("/name").asString().equals("TaskDuration")) {
        return metric.at("/value").asDouble();
      }
    }
    throw new AssertionError("no TaskDuration in " + metrics);
  }

  public void countWork() {
    driver.executeCdpCommand("Performance.enable", Map.of("timeDomain", "threadTicks"));
  }

  @Override
  public void close() {
    driver.quit();
  }
}
