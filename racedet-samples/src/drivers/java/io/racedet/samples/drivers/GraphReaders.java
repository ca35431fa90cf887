package io.racedet.samples.drivers;

import com.google.common.graph.MutableValueGraph;
import com.google.common.graph.ValueGraphBuilder;
import java.util.concurrent.Callable;

/** Guava 3648: two threads only read a graph, but both write its iteration cache. */
public final class GraphReaders implements Callable<Runnable[]> {
  @Override
  public Runnable[] call() {
    MutableValueGraph<Integer, String> graph = ValueGraphBuilder.directed().build();
    graph.putEdgeValue(1, 2, "a");
    graph.putEdgeValue(2, 3, "b");
    Runnable reader =
        () -> {
          for (Integer node : graph.nodes()) {
            for (Integer successor : graph.successors(node)) {
              graph.edgeValueOrDefault(node, successor, "");
            }
          }
        };
    return new Runnable[] {reader, reader};
  }
}
