package io.racedet.trace.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TextListTest {
  @Test
  void texts_areKeptInTheirOrder_oneBehindTheOther() {
    SplittableRandom random = new SplittableRandom(1);
    TextList list = new TextList();
    List<String> texts = new ArrayList<>();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      String text = "\u00e9\u4e2d" + i + "x".repeat(random.nextInt(20));
      byte[] around = ("before" + text + "behind").getBytes(UTF_8);
      list.add(around, 6, around.length - 6);
      texts.add(text);
      assertThat(list.size()).isEqualTo(texts.size());
      assertThat(list.start(i)).isEqualTo(all.toString().getBytes(UTF_8).length);
      all.append(text);
    }
    for (int i = 0; i < texts.size(); i++) {
      assertThat(list.text(i)).isEqualTo(texts.get(i));
    }
    byte[] bytes = all.toString().getBytes(UTF_8);
    assertThat(Arrays.copyOf(list.bytes(), bytes.length)).isEqualTo(bytes);
  }

  @Test
  void array_extendsAWordBeyondTheTexts() {
    for (int length = 2_030; length < 2_060; length++) {
      TextList list = new TextList();
      list.add(new byte[5], 0, 5);
      list.add(new byte[length], 0, length);
      assertThat(list.bytes().length).isGreaterThanOrEqualTo(5 + length + ByteWords.SLACK);
      assertThat(list.text(1)).hasSize(length);
    }
  }
}
