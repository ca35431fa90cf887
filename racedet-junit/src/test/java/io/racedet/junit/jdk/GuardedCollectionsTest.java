package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contents of collections decide under a lock, as their calls read and write them. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class GuardedCollectionsTest extends GuardedPrograms {
  private static List<Integer> list(Integer... elements) {
    return new ArrayList<>(List.of(elements));
  }

  /* ---- lists ---- */

  @Test
  void arrayListSet_iterated() throws Exception {
    List<Integer> list = list(0);
    guarded(
        () -> list.set(0, 1),
        () -> {
          for (int element : list) {
            if (element == 1) {
              return true;
            }
          }
          return false;
        });
  }

  @Test
  void arrayListSet_comparedAsAWhole() throws Exception {
    List<Integer> list = list(0);
    guarded(() -> list.set(0, 1), () -> list.toString().equals("[1]"));
    guarded(() -> list.set(0, 2), () -> list.equals(List.of(2)));
    guarded(() -> list.set(0, 3), () -> list.hashCode() == List.of(3).hashCode());
    guarded(() -> list.set(0, 4), () -> List.of(4).equals(list));
  }

  @Test
  void arrayListSet_searched() throws Exception {
    List<Integer> list = list(0);
    guarded(() -> list.set(0, 1), () -> list.contains(1));
    guarded(() -> list.set(0, 2), () -> list.lastIndexOf(2) == 0);
    guarded(() -> list.set(0, 3), () -> list.stream().anyMatch(x -> x == 3));
    guarded(() -> list.set(0, 4), () -> list.toArray()[0].equals(4));
    guarded(() -> list.set(0, 5), () -> Collections.max(list) == 5);
  }

  @Test
  void arrayListSet_seenByRemoval() throws Exception {
    List<Integer> list = list(0, 0);
    guardedOnce(() -> setLast(list), () -> list.remove(1) == 1);
    List<Integer> moved = list(0, 0);
    guardedOnce(() -> setLast(moved), () -> moved.remove(0) == 0 && moved.get(0) == 1);
  }

  private static void setLast(List<Integer> list) {
    list.set(list.size() - 1, 1);
  }

  @Test
  void arrayListSort_get() throws Exception {
    List<Integer> list = list(2, 1);
    guarded(() -> Collections.sort(list), () -> list.get(0) == 1);
    guarded(() -> Collections.reverse(list), () -> list.get(0) == 2);
    guarded(() -> Collections.swap(list, 0, 1), () -> list.get(0) == 1);
    guarded(() -> Collections.fill(list, 7), () -> list.get(1) == 7);
    guarded(() -> Collections.addAll(list, 8, 9), () -> list.size() == 4);
    guarded(() -> list.replaceAll(x -> x + 1), () -> list.get(0) == 8);
  }

  @Test
  void subList_ofItsList() throws Exception {
    List<Integer> list = list(0, 1, 2);
    guarded(() -> list.subList(1, 3).set(0, 5), () -> list.get(1) == 5);
    guarded(() -> list.set(2, 6), () -> list.subList(1, 3).contains(6));
    guarded(() -> list.subList(1, 3).replaceAll(x -> 7), () -> list.get(2) == 7);
    guarded(() -> list.subList(0, 1).clear(), () -> list.size() == 2);
  }

  @Test
  void listIteratorSet_get() throws Exception {
    List<Integer> list = list(0, 1);
    guarded(
        () -> {
          ListIterator<Integer> iterator = list.listIterator(2);
          iterator.previous();
          iterator.set(5);
        },
        () -> list.get(1) == 5);
  }

  @Test
  void listOfAnArray_theArray() throws Exception {
    Integer[] array = {0, 5};
    List<Integer> list = Arrays.asList(array);
    guarded(() -> list.set(0, 1), () -> array[0] == 1);
    guarded(() -> array[0] = 2, () -> list.contains(2));
    guarded(() -> list.set(0, 9), () -> list.iterator().next() == 9);
    guarded(() -> Collections.sort(list), () -> list.get(0) == 5);
    guarded(() -> list.subList(0, 1).set(0, 3), () -> array[0] == 3);
  }

  @Test
  void linkedListAndDeque() throws Exception {
    LinkedList<Integer> list = new LinkedList<>();
    guarded(() -> list.push(1), () -> list.contains(1));
    guarded(() -> list.set(0, 2), () -> list.getFirst() == 2);
    guarded(() -> list.set(0, 3), () -> list.iterator().next() == 3);
    ArrayDeque<Integer> deque = new ArrayDeque<>();
    guarded(() -> deque.offer(1), () -> deque.peek() != null);
  }

  @Test
  void listOfTheUser_changedByTheJdk() throws Exception {
    int[] array = {0};
    List<Integer> list =
        new AbstractList<>() {
          @Override
          public Integer get(int index) {
            return array[index];
          }

          @Override
          public Integer set(int index, Integer value) {
            int old = array[index];
            array[index] = value;
            return old;
          }

          @Override
          public int size() {
            return 1;
          }
        };
    guarded(() -> list.replaceAll(x -> 1), () -> list.contains(1));
  }

  /* ---- maps and sets ---- */

  @Test
  void treeMap_ends_views() throws Exception {
    TreeMap<Integer, Integer> map = new TreeMap<>(Map.of(1, 0, 2, 0));
    guarded(map::pollFirstEntry, () -> map.size() == 1);
    TreeMap<Integer, Integer> viewed = new TreeMap<>(Map.of(1, 0, 2, 0));
    guarded(() -> viewed.headMap(2).clear(), () -> !viewed.containsKey(1));
    guarded(() -> viewed.put(2, 5), () -> viewed.lastEntry().getValue() == 5);
    guarded(() -> viewed.replaceAll((k, v) -> 6), () -> viewed.tailMap(1).containsValue(6));
    guarded(() -> viewed.firstEntry().getKey(), () -> false);
  }

  @Test
  @Tag(SMOKE)
  void hashMap_views() throws Exception {
    Map<Integer, Integer> map = new HashMap<>(Map.of(1, 0));
    guarded(() -> map.keySet().removeIf(k -> k == 1), map::isEmpty);
    map.put(1, 0);
    guarded(() -> map.values().remove(0), map::isEmpty);
    map.put(1, 0);
    guarded(() -> map.keySet().retainAll(Set.of()), map::isEmpty);
    map.put(1, 0);
    guarded(() -> map.replaceAll((k, v) -> 7), () -> map.values().contains(7));
    guarded(() -> map.computeIfPresent(1, (k, v) -> 8), () -> map.containsValue(8));
    guarded(() -> map.put(1, 9), () -> map.toString().equals("{1=9}"));
  }

  @Test
  void entrySetValue_get() throws Exception {
    for (Map<Object, Integer> map :
        List.of(
            new HashMap<Object, Integer>(),
            new LinkedHashMap<Object, Integer>(),
            new TreeMap<Object, Integer>(),
            new IdentityHashMap<Object, Integer>(),
            new WeakHashMap<Object, Integer>())) {
      map.put("a", 0);
      guarded(() -> map.entrySet().iterator().next().setValue(1), () -> map.get("a") == 1);
      guarded(() -> map.put("a", 2), () -> map.entrySet().iterator().next().getValue() == 2);
      guarded(() -> map.put("a", 3), () -> map.values().iterator().next() == 3);
    }
  }

  @Test
  void enumMapAndEnumSet() throws Exception {
    EnumMap<TimeUnit, Integer> map = new EnumMap<>(Map.of(TimeUnit.DAYS, 0));
    guarded(() -> map.entrySet().iterator().next().setValue(1), () -> map.get(TimeUnit.DAYS) == 1);
    Set<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
    guarded(() -> set.add(TimeUnit.DAYS), () -> set.contains(TimeUnit.DAYS));
    guarded(() -> set.remove(TimeUnit.DAYS), set::isEmpty);
  }

  @Test
  void priorityQueueAndBitSet() throws Exception {
    PriorityQueue<Integer> queue = new PriorityQueue<>();
    guarded(() -> queue.add(1), () -> queue.peek() != null);
    BitSet bits = new BitSet();
    guarded(() -> bits.set(3), () -> bits.get(3));
    guarded(() -> bits.flip(3), bits::isEmpty);
  }

  /* ---- iterators and spliterators ---- */

  @Test
  void iterator_hasNext() throws Exception {
    for (Iterable<Integer> iterable :
        List.of(
            List.of(1),
            list(1),
            Arrays.asList(1),
            new LinkedList<>(List.of(1)),
            new Vector<>(List.of(1)),
            new ArrayDeque<>(List.of(1)),
            new HashSet<>(List.of(1)),
            new TreeMap<>(Map.of(1, 1)).keySet(),
            list(1, 2).subList(0, 1))) {
      Iterator<Integer> iterator = iterable.iterator();
      guarded(iterator::next, () -> !iterator.hasNext());
    }
  }

  @Test
  void listIterator_index() throws Exception {
    ListIterator<Integer> iterator = list(1, 2).listIterator();
    guarded(iterator::next, () -> iterator.nextIndex() == 1);
    guarded(iterator::previous, () -> !iterator.hasPrevious());
  }

  @Test
  void spliterator_size() throws Exception {
    Spliterator<Integer> ofList = list(1).spliterator();
    guarded(() -> ofList.tryAdvance(x -> {}), () -> ofList.estimateSize() == 0);
    Spliterator<Integer> ofArray = Arrays.asList(1).spliterator();
    guarded(() -> ofArray.tryAdvance(x -> {}), () -> ofArray.estimateSize() == 0);
  }

  @Test
  void vector_streamWithItsLockWhileSet() throws Exception {
    List<Integer> list = new Vector<>(List.of(1, 2, 3));
    inParallel(
        () -> list.set(1, 5),
        () -> {
          synchronized (list) {
            list.stream().mapToInt(x -> x).sum();
          }
        });
  }

  @Test
  void vector_sizeAndGetWhileAdded() throws Exception {
    List<Integer> list = new Vector<>(List.of(1, 2, 3));
    inParallel(() -> list.add(4), () -> list.get(list.size() - 1));
  }

  @Test
  void vector_enumeration() throws Exception {
    Enumeration<Integer> elements = new Vector<>(List.of(1)).elements();
    guarded(elements::nextElement, () -> !elements.hasMoreElements());
    Vector<Integer> vector = new Vector<>();
    guarded(() -> vector.addElement(1), () -> vector.elements().hasMoreElements());
  }

  @Test
  void hashtable_cloneOfAChangedEntry() throws Exception {
    Hashtable<Integer, Integer> map = new Hashtable<>(Map.of(1, 0));
    Map.Entry<Integer, Integer> entry = map.entrySet().iterator().next();
    guarded(() -> entry.setValue(1), () -> ((Map<?, ?>) map.clone()).containsValue(1));
  }

  @Test
  void spliterators_split() throws Exception {
    for (Collection<?> collection :
        List.of(
            new TreeSet<>(List.of(1, 2, 3)),
            new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)).values(),
            new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)).entrySet(),
            new TreeMap<>(Map.of(1, 1, 2, 2, 3, 3)).descendingMap().keySet(),
            new HashSet<>(List.of(1, 2, 3)),
            Arrays.asList(1, 2, 3),
            new Vector<>(List.of(1, 2, 3)))) {
      Spliterator<?> elements = collection.spliterator();
      long size = elements.estimateSize();
      guarded(elements::trySplit, () -> elements.estimateSize() < size);
    }
    Spliterator.OfInt numbers = Arrays.spliterator(new int[] {1, 2, 3});
    guarded(numbers::trySplit, () -> numbers.estimateSize() < 3);
  }
}
