package io.racedet.fleet;

import io.racedet.part.PartSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * From the summaries of the parts of a trace to the state before each part. The summaries are
 * combined in a tree, upwards, and the states are handed down it, so that no task combines more
 * than so many in a row as a node of the tree has children.
 */
final class SummaryScan {
  private SummaryScan() {}

  /** The place of a summary among its siblings. */
  private static Comparator<Tuple2<Integer, PartSummary>> byNumber() {
    return Comparator.comparing(Tuple2::_1);
  }

  /**
   * Computes the state before each part: of what precedes it, all that it can ask for.
   *
   * @param parts the summaries by their numbers, from 0 to count - 1
   * @param fan how many children a node of the tree has, from 2
   */
  static JavaPairRDD<Integer, PartSummary> before(
      JavaPairRDD<Integer, PartSummary> parts, int count, int fan) {
    int groups = (count + fan - 1) / fan;
    JavaPairRDD<Integer, List<Tuple2<Integer, PartSummary>>> siblings =
        parts
            .mapToPair(part -> new Tuple2<>(part._1() / fan, part))
            .groupByKey(Math.max(1, groups))
            .mapValues(SummaryScan::inOrder)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    if (groups <= 1) {
      return siblings.flatMapToPair(group -> states(PartSummary.NOTHING, group._2()).iterator());
    }
    JavaPairRDD<Integer, PartSummary> beforeGroups =
        before(siblings.mapValues(SummaryScan::total), groups, fan);
    return siblings
        .join(beforeGroups)
        .flatMapToPair(group -> states(group._2()._2(), group._2()._1()).iterator());
  }

  private static List<Tuple2<Integer, PartSummary>> inOrder(
      Iterable<Tuple2<Integer, PartSummary>> siblings) {
    List<Tuple2<Integer, PartSummary>> sorted = new ArrayList<>();
    siblings.forEach(sorted::add);
    sorted.sort(byNumber());
    return sorted;
  }

  private static PartSummary total(List<Tuple2<Integer, PartSummary>> siblings) {
    return siblings.stream().map(Tuple2::_2).reduce(PartSummary::combine).orElseThrow();
  }

  private static List<Tuple2<Integer, PartSummary>> states(
      PartSummary before, List<Tuple2<Integer, PartSummary>> siblings) {
    List<Tuple2<Integer, PartSummary>> states = new ArrayList<>();
    PartSummary state = before;
    for (int i = 0; i < siblings.size(); i++) {
      PartSummary part = siblings.get(i)._2();
      states.add(new Tuple2<>(siblings.get(i)._1(), state.forPart(part)));
      state = i + 1 < siblings.size() ? state.combine(part) : state;
    }
    return states;
  }
}
