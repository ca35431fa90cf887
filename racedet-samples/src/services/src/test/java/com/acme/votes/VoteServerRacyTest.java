package com.acme.votes;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;

@RaceFree
class VoteServerRacyTest {
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

  void load(String path, int names) {
    List<String> answers =
        Flux.range(0, 8)
            .flatMap(
                i -> client.get().uri(path + i % names).responseContent().aggregate().asString(), 8)
            .collectList()
            .block(Duration.ofSeconds(60));
    assertEquals(8, answers.size());
  }

  @Test
  void counterOfVotes() {
    load("/careless/ann", 1);
  }

  @Test
  void cacheOfNames() {
    load("/cached/name", 4);
  }
}
