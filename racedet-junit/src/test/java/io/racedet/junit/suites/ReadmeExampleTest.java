package io.racedet.junit.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReadmeExampleTest {
  @Test
  void example_isTheFirstWholeClass() {
    String readme =
        """
        # A title
        ```java
        int part;
        ```
        ```java
        package com.acme;

        class ATest {
        }
        ```
        ```java
        package com.acme;

        class BTest {}
        ```
        """;
    assertThat(ReadmeExample.of(readme))
        .hasSize(1)
        .containsEntry("com.acme.ATest", "package com.acme;\n\nclass ATest {\n}\n");
  }

  @Test
  void readmeWithoutAClass_isRejected() {
    assertThatThrownBy(() -> ReadmeExample.of("```java\nint part;\n```\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no Java class with a package in the README");
  }
}
