package io.racedet.junit.jdk;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;

/** Programs that write objects by the serialization of the JDK. */
abstract class SerializedPrograms extends GuardedPrograms {
  /** Its objects lead to others. */
  static class Node implements Serializable {
    private static final long serialVersionUID = 1;

    int value;
    transient int mark;
    Node next;

    Node() {}

    Node(int value) {
      this.value = value;
    }
  }

  static final class NamedNode extends Node {
    private static final long serialVersionUID = 1;

    private String name = "";

    void rename(String to) {
      name = to;
    }
  }

  /** It writes something of its own. */
  static final class OwnNode extends Node {
    private static final long serialVersionUID = 1;

    int more;

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.writeInt(1);
      out.defaultWriteObject();
    }
  }

  static void write(Object object) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
      out.writeObject(object);
    }
  }
}
