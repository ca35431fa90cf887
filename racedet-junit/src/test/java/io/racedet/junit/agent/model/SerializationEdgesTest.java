package io.racedet.junit.agent.model;

import static io.racedet.junit.agent.model.Programs.handOver;
import static io.racedet.junit.agent.model.Programs.hear;
import static io.racedet.junit.agent.model.Programs.inTurn;
import static io.racedet.junit.agent.model.Programs.untilTrue;
import static io.racedet.junit.agent.model.Programs.whisper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** What threads learn by writing an object with the serialization of the JDK. */
class SerializationEdgesTest extends EdgesTestCase {
  /** Whispers when its fields are about to be read. */
  private static final class Holder implements Serializable {
    private static final long serialVersionUID = 1;

    private volatile int number;
    private volatile String text = "";

    private void writeObject(ObjectOutputStream out) throws IOException {
      whisper("fields are read");
      out.defaultWriteObject();
    }
  }

  private static byte[] bytesOf(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Arguments field(String name, Consumer<Holder> set) {
    return edge(
        name,
        () -> {
          Holder holder = new Holder();
          byte[] before = bytesOf(holder);
          hear("fields are read");
          handOver(
              () -> {
                hear("fields are read");
                set.accept(holder);
              },
              () -> untilTrue(() -> !Arrays.equals(bytesOf(holder), before)));
          bytesOf(holder);
          hear("fields are read");
        });
  }

  static Stream<Arguments> edges() {
    return Stream.of(
        field("a number", holder -> holder.number = 1),
        field("a reference", holder -> holder.text = "set"));
  }

  static Stream<Arguments> noEdges() {
    return Stream.of(
        edge(
            "a number that is set afterwards",
            () -> {
              Holder holder = new Holder();
              inTurn(
                  () -> {
                    bytesOf(holder);
                    hear("fields are read");
                  },
                  () -> holder.number = 1);
            }));
  }
}
