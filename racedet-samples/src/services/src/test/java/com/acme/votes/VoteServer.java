package com.acme.votes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRoutes;

/** Counts votes. */
class VoteServer {
  private final AtomicInteger votes = new AtomicInteger();
  private final Map<String, Integer> byName = new ConcurrentHashMap<>();
  private final List<String> log = new ArrayList<>();

  /** Written by a request, read by the test after the answer. */
  String last;

  int carelessVotes;
  final Map<String, Integer> carelessNames = new HashMap<>();

  DisposableServer start() {
    return HttpServer.create()
        .host("127.0.0.1")
        .port(0)
        .route(this::routes)
        .bindNow(Duration.ofSeconds(60));
  }

  private void routes(HttpServerRoutes routes) {
    routes
        .get(
            "/single/{name}",
            (request, response) -> {
              last = request.param("name");
              return response.sendString(Mono.just("thanks"));
            })
        .get(
            "/vote/{name}",
            (request, response) -> {
              votes.incrementAndGet();
              byName.merge(request.param("name"), 1, Integer::sum);
              synchronized (log) {
                log.add(request.param("name"));
              }
              return response.sendString(Mono.just("thanks"));
            })
        .get(
            "/slow/{name}",
            (request, response) ->
                response.sendString(
                    Mono.fromCallable(() -> new Ballot(request.param("name")))
                        .subscribeOn(Schedulers.boundedElastic())
                        .map(
                            ballot -> {
                              ballot.counted = true;
                              return ballot;
                            })
                        .delayElement(Duration.ofMillis(2))
                        .map(Ballot::text)))
        .post(
            "/upload",
            (request, response) ->
                response.sendString(
                    request
                        .receive()
                        .aggregate()
                        .asString()
                        .map(text -> text.length() + " characters")))
        .get(
            "/careless/{name}",
            (request, response) -> {
              carelessVotes++;
              return response.sendString(Mono.just("thanks"));
            })
        .get(
            "/cached/{name}",
            (request, response) -> {
              Integer length = carelessNames.computeIfAbsent(request.param("name"), String::length);
              return response.sendString(Mono.just("" + length));
            });
  }

  int votes() {
    return votes.get();
  }

  Map<String, Integer> byName() {
    return byName;
  }

  int logged() {
    synchronized (log) {
      return log.size();
    }
  }

  private static class Ballot {
    final String name;
    boolean counted;

    Ballot(String name) {
      this.name = name;
    }

    String text() {
      return name + " " + counted;
    }
  }
}
