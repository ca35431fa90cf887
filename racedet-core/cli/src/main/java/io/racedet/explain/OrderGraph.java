package io.racedet.explain;

import io.racedet.engine.EdgeRule;
import io.racedet.engine.EdgeSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** The edges of one engine's order between two events, and the shortest chain between the two. */
final class OrderGraph implements EdgeSink {
  /** An edge from the events of one thread up to an index to those of another from an index on. */
  record Edge(EdgeRule rule, int before, long until, int after, long since) {}

  /**
   * A state of the search: the events of a thread up to an index are ordered before the goal.
   *
   * @param counts whether the chain contains an edge that orders by itself
   * @param edge the first edge of the chain, null at the goal
   * @param next the state that the edge leads to
   */
  private record Reached(int thread, long until, boolean counts, Edge edge, Reached next) {}

  private final long first;
  private final long last;
  private final Int2ObjectOpenHashMap<List<Edge>> byLater = new Int2ObjectOpenHashMap<>();
  private long present;

  /** Creates a graph that keeps the edges that may be part of a chain between two indices. */
  OrderGraph(long first, long last) {
    this.first = first;
    this.last = last;
  }

  /** Sets the index of the event that the engine processes next. */
  void present(long index) {
    present = index;
  }

  @Override
  public void edge(EdgeRule rule, int before, long until, int after, long since) {
    long from = since == PRESENT ? present : since;
    if (until >= first && from <= last) {
      byLater
          .computeIfAbsent(after, unseen -> new ArrayList<>())
          .add(new Edge(rule, before, until, after, from));
    }
  }

  /**
   * Searches for a chain from the first event to the last, with as few edges as possible.
   *
   * @param fromThread the first event's thread
   * @param toThread the last event's thread
   * @return its edges, empty if both events are of one thread; null if there is no chain
   */
  List<Edge> chain(int fromThread, int toThread) {
    if (fromThread == toThread) {
      return List.of();
    }
    for (List<Edge> edges : byLater.values()) {
      edges.sort(Comparator.comparingLong(Edge::since));
    }
    Explored byHappensBefore = new Explored();
    Explored byRelation = new Explored();
    Deque<Reached> open = new ArrayDeque<>();
    open.add(new Reached(toThread, last, false, null, null));
    while (!open.isEmpty()) {
      Reached at = open.remove();
      if (at.thread == fromThread && at.counts) {
        return edges(at);
      }
      Explored explored = at.counts ? byRelation : byHappensBefore;
      for (Edge edge : explored.expand(at)) {
        boolean counts = at.counts || edge.rule != EdgeRule.HAPPENS_BEFORE;
        open.add(new Reached(edge.before, edge.until, counts, edge, at));
      }
    }
    return null;
  }

  private static List<Edge> edges(Reached from) {
    List<Edge> edges = new ArrayList<>();
    for (Reached at = from; at.edge != null; at = at.next) {
      edges.add(at.edge);
    }
    return edges;
  }

  /** How far the edges into each thread have been followed. */
  private final class Explored {
    private final Int2ObjectOpenHashMap<int[]> expanded = new Int2ObjectOpenHashMap<>();

    /** The edges into a state that have not been followed yet. */
    List<Edge> expand(Reached at) {
      List<Edge> edges = byLater.getOrDefault(at.thread, List.of());
      int[] done = expanded.computeIfAbsent(at.thread, unseen -> new int[1]);
      int from = done[0];
      int to = from;
      while (to < edges.size() && edges.get(to).since <= at.until) {
        to++;
      }
      done[0] = to;
      return edges.subList(from, to);
    }
  }
}
