package io.racedet.junit.owners;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expectations are those of GitHub's page "About code owners". */
class CodeOwnersTest {
  /** The example of that page, shortened, with its comments as cases below. */
  private static final String EXAMPLE =
      """
      # This is a comment.
      *       @global-owner1 @global-owner2

      *.js    @js-owner #This is an inline comment.
      *.go docs@example.com
      *.txt @octo-org/octocats
      /build/logs/ @doctocat
      docs/* docs-direct@example.com
      apps/ @octocat
      /docs/ @doctocat2
      /scripts/ @doctocat3 @octocat
      **/logs @logs
      /apps/ @octocat4
      /apps/github
      /apps2/ @octocat
      /apps2/github @doctocat
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          README.md                       | @global-owner1,@global-owner2
          src/a/b.js                      | @js-owner
          main.go                         | docs@example.com
          a/notes.txt                     | @octo-org/octocats
          build/logs/a/b.html             | @logs
          deeply/nested/logs              | @logs
          src/logs/x.html                 | @logs
          other/docs/getting-started.md   | @global-owner1,@global-owner2
          docs/getting-started.md         | @doctocat2
          docs/build-app/troubles.md      | @doctocat2
          src/apps/x.html                 | @octocat
          scripts/a/b.sh                  | @doctocat3,@octocat
          src/scripts/a.sh                | @global-owner1,@global-owner2
          apps/x.html                     | @octocat4
          apps/github/x.html              | ''
          apps2/github/deep/x.html        | @doctocat
          """)
  void example_ofGitHubsPage(String path, String owners) {
    List<String> expected = owners.isEmpty() ? List.of() : List.of(owners.split(","));

    assertThat(CodeOwners.parse("CODEOWNERS", EXAMPLE).of(path)).isEqualTo(expected);
    assertThat(CodeOwners.parse("CODEOWNERS", EXAMPLE).problems()).isEmpty();
  }

  /** In .gitignore such a pattern matches folders, and so all that is in them. */
  @Test
  void starAtTheEnd_matchesOnlyWhatIsDirectlyThere() {
    CodeOwners owners = CodeOwners.parse("CODEOWNERS", "docs/* @docs\n/* @root\n");

    assertThat(owners.of("docs/getting-started.md")).containsExactly("@docs");
    assertThat(owners.of("docs/build-app/troubleshooting.md")).isEmpty();
    assertThat(owners.of("pom.xml")).containsExactly("@root");
  }

  @Test
  void spaces_areEscapedByABackslash() {
    CodeOwners owners = CodeOwners.parse("CODEOWNERS", "/my\\ code/x\\*.java @ann\t@bob\r\n");

    assertThat(owners.of("my code/x*.java")).containsExactly("@ann", "@bob");
    assertThat(owners.of("my code/xy.java")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!src/ @ann",
        "src/[ab].java @ann",
        "a]b @ann",
        "\\#a @ann",
        "src/ ann",
        "src/ @ann @",
        "src/ @acme/",
        "// @ann",
        "/ @ann",
        "a//b @ann"
      })
  void lineThatDoesNotParse_isLeftOut_andSaidOnce(String line) {
    CodeOwners owners = CodeOwners.parse(".github/CODEOWNERS", "* @all\n\n" + line + "\n");

    assertThat(owners.problems()).hasSize(1);
    assertThat(owners.problems().get(0)).startsWith(".github/CODEOWNERS:3: ");
    assertThat(owners.of("src/a.java")).containsExactly("@all");
  }

  @Test
  void firstFileCounts_inTheOrderOfGitHub(@TempDir Path root) throws IOException {
    assertThat(CodeOwners.read(root).of("a")).isEmpty();
    for (String name : List.of("docs/CODEOWNERS", "CODEOWNERS", ".github/CODEOWNERS")) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "* @" + name.replaceAll("\\W", "") + "\n");

      assertThat(CodeOwners.read(root).of("a")).containsExactly("@" + name.replaceAll("\\W", ""));
    }
  }

  @Test
  void fileThatGitHubDoesNotLoad_isNotLoaded_andThatIsSaid(@TempDir Path root) throws IOException {
    Files.writeString(root.resolve("CODEOWNERS"), "* @ann\n".repeat(1 << 19));

    assertThat(CodeOwners.read(root).of("a")).isEmpty();
    assertThat(CodeOwners.read(root).problems())
        .containsExactly("CODEOWNERS is larger than 3 MB: it is ignored");
  }
}
