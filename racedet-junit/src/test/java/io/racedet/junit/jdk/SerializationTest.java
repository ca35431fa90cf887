package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import io.racedet.junit.RacyByDesign;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What serialization reads is what others have written, and handed over by whatever holds it. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class SerializationTest extends SerializedPrograms {
  static final class Holder implements Serializable {
    private static final long serialVersionUID = 1;

    volatile Node node;
    volatile boolean isSet;
  }

  static final class OwnMap extends ConcurrentHashMap<Integer, Node> {
    private static final long serialVersionUID = 1;

    transient int mark;
  }

  static final class Frozen implements Serializable {
    private static final long serialVersionUID = 1;

    final Node node;

    Frozen(Node node) {
      this.node = node;
    }
  }

  static final class Failure extends Exception {
    private static final long serialVersionUID = 1;

    int value;
  }

  @RacyByDesign("a test hands over an object by a race")
  private Frozen published;

  private static int lengthOf(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(object);
    return bytes.size();
  }

  /** One thread puts what it has written into an object, which the other one writes. */
  private static void handedOver(Object holder, Consumer<Node> put) throws Exception {
    inParallel(
        () -> {
          Node node = new Node(1);
          node.value++;
          put.accept(node);
        },
        () -> write(holder));
  }

  @Test
  @Tag(SMOKE)
  void fieldDecides_underALock() throws Exception {
    Node node = new Node();
    int length = lengthOf(node);
    guarded(() -> node.next = new Node(), () -> lengthOf(node) > length);
  }

  @Test
  void listDecides_underALock() throws Exception {
    List<Integer> list = new ArrayList<>();
    int length = lengthOf(list);
    guarded(() -> list.add(1), () -> lengthOf(list) > length);
  }

  @Test
  void underOneLock() throws Exception {
    OwnNode node = new OwnNode();
    Step step =
        () -> {
          synchronized (node) {
            node.value++;
            write(List.of(node));
          }
        };
    inParallel(step, step);
  }

  @Test
  void writtenByTwo() throws Exception {
    Node node = new Node();
    node.next = new Node();
    inParallel(() -> write(node), () -> write(node));
  }

  /** Nobody changes them. */
  @Test
  void collections_readWhileWritten() throws Exception {
    Map<TimeUnit, Integer> map = Map.of(TimeUnit.DAYS, 1);
    BitSet bits = new BitSet();
    bits.set(1);
    for (Object each :
        List.of(
            new ArrayList<>(List.of(1)),
            new LinkedList<>(List.of(1)),
            new ArrayDeque<>(List.of(1)),
            new PriorityQueue<>(List.of(1)),
            new HashSet<>(List.of(1)),
            new TreeSet<>(List.of(1)),
            new HashMap<>(map),
            new LinkedHashMap<>(map),
            new TreeMap<>(map),
            new IdentityHashMap<>(map),
            new EnumMap<>(map),
            bits,
            new Date(),
            new StringBuilder("x"))) {
      readWhileWritten(each, each::toString);
    }
  }

  @Test
  void arrays_readWhileWritten() throws Exception {
    boolean[] booleans = new boolean[1];
    readWhileWritten(booleans, () -> booleans[0]);
    byte[] bytes = new byte[1];
    readWhileWritten(bytes, () -> bytes[0]);
    char[] chars = new char[1];
    readWhileWritten(chars, () -> chars[0]);
    short[] shorts = new short[1];
    readWhileWritten(shorts, () -> shorts[0]);
    int[] ints = new int[1];
    readWhileWritten(ints, () -> ints[0]);
    long[] longs = new long[1];
    readWhileWritten(longs, () -> longs[0]);
    float[] floats = new float[1];
    readWhileWritten(floats, () -> floats[0]);
    double[] doubles = new double[1];
    readWhileWritten(doubles, () -> doubles[0]);
    Object[] objects = new Object[1];
    readWhileWritten(objects, () -> objects[0]);
  }

  private static void readWhileWritten(Object object, Supplier<?> reading) throws Exception {
    inParallel(() -> write(object), reading::get);
  }

  @Test
  void transientField_isNotRead() throws Exception {
    Node node = new Node();
    inParallel(() -> node.mark = 1, () -> write(node));
  }

  @Test
  void volatileReference() throws Exception {
    Holder holder = new Holder();
    handedOver(holder, node -> holder.node = node);
  }

  @Test
  void finalField_ofWhatIsPublishedByARace() throws Exception {
    inParallel(
        () -> published = new Frozen(new Node(1)),
        () -> {
          Frozen found = published;
          if (found != null) {
            write(found);
          }
        });
  }

  @Test
  @Tag(SMOKE)
  void concurrentMap() throws Exception {
    Map<Integer, Node> map = new ConcurrentHashMap<>();
    handedOver(map, node -> map.put(1, node));
    Map<Node, Integer> byKey = new ConcurrentHashMap<>();
    handedOver(byKey, node -> byKey.put(node, 1));
    OwnMap own = new OwnMap();
    handedOver(own, node -> own.put(1, node));
    Map<Integer, Node> sorted = new ConcurrentSkipListMap<>();
    handedOver(sorted, node -> sorted.put(1, node));
  }

  @Test
  void concurrentQueues() throws Exception {
    List<Node> list = new CopyOnWriteArrayList<>();
    handedOver(list, list::add);
    LinkedBlockingQueue<Node> blocking = new LinkedBlockingQueue<>();
    handedOver(blocking, blocking::add);
    ConcurrentLinkedQueue<Node> queue = new ConcurrentLinkedQueue<>();
    handedOver(queue, queue::add);
  }

  @Test
  void atomics() throws Exception {
    AtomicReference<Node> reference = new AtomicReference<>();
    handedOver(reference, reference::set);
    AtomicReferenceArray<Node> array = new AtomicReferenceArray<>(2);
    handedOver(array, node -> array.set(1, node));
    AtomicReference<Map<Integer, Node>> ofMap = new AtomicReference<>();
    handedOver(ofMap, node -> ofMap.set(Map.of(1, node)));
  }

  @Test
  void synchronizedCollections() throws Exception {
    List<Node> list = Collections.synchronizedList(new LinkedList<>());
    handedOver(list, list::add);
    Map<Integer, Node> map = Collections.synchronizedMap(new HashMap<>());
    handedOver(map, node -> map.put(1, node));
    List<Node> vector = new Vector<>();
    handedOver(vector, vector::add);
    Map<Integer, Node> table = new Hashtable<>();
    handedOver(table, node -> table.put(1, node));
    Properties properties = new Properties();
    handedOver(properties, node -> properties.put("a", node));
  }

  @Test
  void suppressedException() throws Exception {
    Failure failure = new Failure();
    inParallel(
        () -> {
          Failure suppressed = new Failure();
          suppressed.value++;
          failure.addSuppressed(suppressed);
        },
        () -> write(failure));
  }
}
