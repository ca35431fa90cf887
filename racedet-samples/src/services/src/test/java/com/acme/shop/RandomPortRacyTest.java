package com.acme.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@RaceFree
class RandomPortRacyTest {
  @Autowired TestRestTemplate rest;
  @Autowired Subscribers subscribers;

  void load(IntFunction<String> path) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String asked = path.apply(i);
        answers.add(clients.submit(() -> rest.getForObject(asked, String.class)));
      }
      for (Future<String> answer : answers) {
        assertThat(answer.get()).isNotEmpty();
      }
    } finally {
      clients.shutdown();
    }
  }

  @Test
  void counterOfVisits() throws Exception {
    load(i -> "/visit");
  }

  @Test
  void cacheOfPrices() throws Exception {
    long day = System.nanoTime(); // the service remembers the items of earlier runs
    load(i -> "/price/item" + day + i);
  }

  @Test
  void taskNotWaitedFor() {
    assertThat(rest.postForObject("/subscribe", null, String.class)).isEqualTo("accepted");
    assertThat(subscribers.count()).isNotNegative();
  }
}
