package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.NotSerializableException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread changes an object while another one writes it by the serialization of the JDK. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacySerializationTest extends SerializedPrograms {
  private static void whileWritten(Object written, Step change) throws Exception {
    inParallel(change, () -> write(written));
  }

  /* ---- fields ---- */

  @Test
  @Tag(SMOKE)
  void intField() throws Exception {
    Node node = new Node();
    whileWritten(node, () -> node.value = 1);
  }

  @Test
  void reference() throws Exception {
    Node node = new Node();
    whileWritten(node, () -> node.next = null);
  }

  @Test
  void fieldOfWhatItLeadsTo() throws Exception {
    Node node = new Node();
    node.next = new Node();
    whileWritten(node, () -> node.next.value = 1);
  }

  @Test
  void inheritedField() throws Exception {
    NamedNode node = new NamedNode();
    whileWritten(node, () -> node.value = 1);
  }

  @Test
  void privateFieldOfSubclass() throws Exception {
    NamedNode node = new NamedNode();
    whileWritten(node, () -> node.rename("a"));
  }

  @Test
  void defaultFields_ofOwnMethod() throws Exception {
    OwnNode node = new OwnNode();
    whileWritten(node, () -> node.more = 1);
  }

  @Test
  void field_byTheInterface() throws Exception {
    Node node = new Node();
    inParallel(
        () -> node.value = 1,
        () -> {
          ObjectOutput out = new ObjectOutputStream(OutputStream.nullOutputStream());
          out.writeObject(node);
        });
  }

  @Test
  void fieldOfAnElement() throws Exception {
    Node node = new Node();
    whileWritten(List.of(node), () -> node.value = 1);
    whileWritten(new Node[] {node}, () -> node.value = 1);
  }

  @Test
  void fieldOfAValue_ofAConcurrentMap() throws Exception {
    Node node = new Node();
    whileWritten(new ConcurrentHashMap<>(Map.of(1, node)), () -> node.value = 1);
  }

  /**
   * An object of the JDK, inside of which nothing is recorded, leads to one that cannot be written.
   */
  @Test
  void field_afterAFailure() throws Exception {
    Node node = new Node();
    inParallel(
        () -> node.value = 1,
        () -> {
          try {
            write(new AtomicReference<>(new Object()));
          } catch (NotSerializableException wanted) {
            node.value = 2;
          }
        });
  }

  /* ---- arrays ---- */

  @Test
  void array() throws Exception {
    int[] array = new int[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfBytes() throws Exception {
    byte[] array = new byte[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfBooleans() throws Exception {
    boolean[] array = new boolean[3];
    whileWritten(array, () -> array[1] = true);
  }

  @Test
  void arrayOfChars() throws Exception {
    char[] array = new char[3];
    whileWritten(array, () -> array[1] = 'a');
  }

  @Test
  void arrayOfShorts() throws Exception {
    short[] array = new short[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfLongs() throws Exception {
    long[] array = new long[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfFloats() throws Exception {
    float[] array = new float[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfDoubles() throws Exception {
    double[] array = new double[3];
    whileWritten(array, () -> array[1] = 1);
  }

  @Test
  void arrayOfObjects() throws Exception {
    Object[] array = new Object[3];
    whileWritten(array, () -> array[2] = "a");
  }

  /* ---- collections and builders ---- */

  private static void whileAdded(Collection<Integer> collection) throws Exception {
    collection.add(1);
    whileWritten(collection, () -> collection.add(2));
  }

  private static <K> void whilePut(Map<K, Integer> map, K key) throws Exception {
    map.put(key, 1);
    whileWritten(map, () -> map.put(key, 2));
  }

  /** No element tells of the change. */
  private static void whileCleared(Collection<Integer> collection) throws Exception {
    collection.add(1);
    whileWritten(collection, collection::clear);
  }

  private static <K> void whileCleared(Map<K, Integer> map, K key) throws Exception {
    map.put(key, 1);
    whileWritten(map, map::clear);
  }

  @Test
  void arrayList_cleared() throws Exception {
    whileCleared(new ArrayList<>());
  }

  @Test
  void linkedList_cleared() throws Exception {
    whileCleared(new LinkedList<>());
  }

  @Test
  void hashMap_cleared() throws Exception {
    whileCleared(new HashMap<>(), "a");
  }

  @Test
  void linkedHashMap_cleared() throws Exception {
    whileCleared(new LinkedHashMap<>(), "a");
  }

  @Test
  void treeMap_cleared() throws Exception {
    whileCleared(new TreeMap<>(), "a");
  }

  @Test
  void identityHashMap_cleared() throws Exception {
    whileCleared(new IdentityHashMap<>(), "a");
  }

  @Test
  void enumMap_cleared() throws Exception {
    whileCleared(new EnumMap<>(TimeUnit.class), TimeUnit.DAYS);
  }

  @Test
  @Tag(SMOKE)
  void arrayList_set() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1));
    whileWritten(list, () -> list.set(0, 2));
  }

  @Test
  void linkedList_set() throws Exception {
    List<Integer> list = new LinkedList<>(List.of(1));
    whileWritten(list, () -> list.set(0, 2));
  }

  @Test
  void arrayDeque() throws Exception {
    whileAdded(new ArrayDeque<>());
  }

  @Test
  void priorityQueue() throws Exception {
    whileAdded(new PriorityQueue<>());
  }

  @Test
  void hashSet() throws Exception {
    whileAdded(new HashSet<>());
  }

  @Test
  void treeSet() throws Exception {
    whileAdded(new TreeSet<>());
  }

  @Test
  void hashMap() throws Exception {
    whilePut(new HashMap<>(), "a");
  }

  @Test
  void linkedHashMap() throws Exception {
    whilePut(new LinkedHashMap<>(), "a");
  }

  @Test
  void treeMap() throws Exception {
    whilePut(new TreeMap<>(), "a");
  }

  @Test
  void identityHashMap() throws Exception {
    whilePut(new IdentityHashMap<>(), "a");
  }

  @Test
  void enumMap() throws Exception {
    whilePut(new EnumMap<>(TimeUnit.class), TimeUnit.DAYS);
  }

  @Test
  void bitSet() throws Exception {
    BitSet bits = new BitSet();
    whileWritten(bits, () -> bits.set(1));
  }

  @Test
  void date() throws Exception {
    Date date = new Date(0);
    whileWritten(date, () -> date.setTime(1));
  }

  @Test
  void builder() throws Exception {
    StringBuilder text = new StringBuilder("x");
    whileWritten(text, () -> text.append("y"));
  }
}
