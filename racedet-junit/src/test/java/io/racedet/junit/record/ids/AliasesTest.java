package io.racedet.junit.record.ids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AliasesTest {
  private final Aliases aliases = new Aliases();

  @Test
  void alias_standsForWhatItsObjectStandsFor() {
    aliases.add(2, 1);
    aliases.add(3, 2);
    assertThat(aliases.original(3)).isEqualTo(1);
    assertThat(aliases.original(2)).isEqualTo(1);
    assertThat(aliases.original(1)).isEqualTo(1);
    assertThat(aliases.original(4)).isEqualTo(4);
    assertThat(aliases.isOriginal(1)).isTrue();
    assertThat(aliases.isOriginal(2)).isFalse();
  }

  @Test
  void original_isOneUntilAllItsAliasesAreForgotten() {
    aliases.add(2, 1);
    aliases.add(3, 2);
    aliases.forget(object -> object <= 2);
    assertThat(aliases.isOriginal(1)).isTrue();
    aliases.add(4, 3);
    aliases.forget(object -> object == 3);
    assertThat(aliases.isOriginal(1)).isTrue();
    aliases.forget(object -> object == 4);
    assertThat(aliases.isOriginal(1)).isFalse();
  }

  @Test
  void objectThatStandsForAnotherOneNow_isNoAliasOfTheFirst() {
    aliases.add(2, 1);
    aliases.add(2, 7);
    assertThat(aliases.original(2)).isEqualTo(7);
    aliases.forget(object -> object == 2);
    assertThat(aliases.isOriginal(7)).isFalse();
    assertThat(aliases.isOriginal(1)).isFalse();
  }
}
