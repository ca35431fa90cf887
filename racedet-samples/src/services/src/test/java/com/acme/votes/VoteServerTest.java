package com.acme.votes;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;

@RaceFree
class VoteServerTest {
  private final VoteServer votes = new VoteServer();
  private DisposableServer server;
  private HttpClient client;

  @BeforeEach
  void start() {
    server = votes.start();
    client = HttpClient.create().baseUrl("http://127.0.0.1:" + server.port());
  }

  @AfterEach
  void stop() {
    server.disposeNow(Duration.ofSeconds(60));
  }

  Mono<String> get(String path) {
    return client.get().uri(path).responseContent().aggregate().asString();
  }

  @Test
  void oneRequest_thenLook() {
    assertEquals("thanks", get("/single/ann").block(Duration.ofSeconds(60)));
    assertEquals("ann", votes.last);
  }

  @Test
  void concurrentVotes() {
    List<String> answers =
        Flux.range(0, 8)
            .flatMap(i -> get("/vote/name" + i % 3), 8)
            .collectList()
            .block(Duration.ofSeconds(60));
    assertEquals(8, answers.size());
    assertEquals(8, votes.votes());
    assertEquals(3, votes.byName().size());
    assertEquals(8, votes.logged());
  }

  @Test
  void slowAnswers() {
    List<String> seen = new ArrayList<>();
    Flux.range(0, 6)
        .flatMap(i -> get("/slow/name" + i), 6)
        .doOnNext(seen::add)
        .blockLast(Duration.ofSeconds(60));
    assertEquals(6, seen.size());
    assertTrue(seen.get(0).endsWith("true"));
  }

  @Test
  void uploads() {
    String text = "x".repeat(100_000);
    List<String> answers =
        Flux.range(0, 4)
            .flatMap(
                i ->
                    client
                        .post()
                        .uri("/upload")
                        .send(ByteBufFlux.fromString(Mono.just(text)))
                        .responseContent()
                        .aggregate()
                        .asString())
            .collectList()
            .block(Duration.ofSeconds(60));
    assertEquals("100000 characters", answers.get(3));
  }
}
