package io.racedet.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.report.BankReport;
import io.racedet.report.RandomReport;
import io.racedet.report.RunReport;
import io.racedet.report.Sources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The file as text; {@link HtmlReportInBrowserTest} opens it. */
class HtmlReportTest {
  static String written(RunReport report) throws IOException {
    return written(report, Sources.NONE);
  }

  static String written(RunReport report, Sources sources) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlReport.write(report, sources, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String element(String html, String id) {
    Matcher matcher =
        Pattern.compile("<script type=\"[^\"]*\" id=\"" + id + "\">(.*?)</script>", Pattern.DOTALL)
            .matcher(html);
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  @Property(tries = 60)
  void anyText_staysInTheElementOfTheData(@ForAll long seed) throws IOException {
    RunReport report = new RandomReport(seed).next();
    String html = written(report);

    String index = element(html, "index");
    String details = element(html, "details");
    assertThat(index + details).doesNotContain("<", ">", "&");
    JsonNode read = JsonMapper.shared().readTree(index);
    assertThat(read.at("/races").size())
        .isEqualTo(report.races().size() + report.deadlocks().size());
    for (int i = 0; i < report.races().size(); i++) {
      assertThat(read.at("/races/" + i + "/variable").asString())
          .isEqualTo(report.races().get(i).variable().name());
    }
  }

  @Property(tries = 60)
  void details_haveALineForEachRaceAndDeadlock(@ForAll long seed) throws IOException {
    RunReport report = new RandomReport(seed).next();
    String details = element(written(report), "details");

    List<String> lines = details.isEmpty() ? List.of() : List.of(details.split("\n", -1));
    List<String> reasons = report.findings().stream().map(each -> each.evidence().why()).toList();
    assertThat(lines).hasSameSizeAs(reasons);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(JsonMapper.shared().readTree(lines.get(i)).at("/why").asString())
          .isEqualTo(reasons.get(i));
    }
  }

  @Test
  void page_namesNoOtherPage() throws IOException {
    String html = written(BankReport.report());

    // XML namespaces are not addresses to load.
    assertThat(html.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "//cdn", "@import", "url(", " src=", "@js@", "@css@");
  }

  @Test
  void page_isTheSameEachTime() throws IOException {
    assertThat(written(BankReport.report())).isEqualTo(written(BankReport.report()));
  }
}
