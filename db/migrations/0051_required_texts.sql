-- Only the keys that were there had to be right, so {"a": 1} took the place of every text of the site. What pages read without a default is
-- required now. Empty still means that nothing has been entered.
drop trigger site_content_shape on site;
create trigger site_content_shape before insert or update of content on site for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and new.content <> '{}' and not (json_fits(new.content, '{
    "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "ogImage": ["object"],
    "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"]
  }') and new.content ?& array['defaultTitle', 'defaultDescription', 'defaultKeywords', 'ogImage', 'footerLine', 'locations',
    'responseTime', 'home', 'host'])) execute function refuse_wrong_shape('content');

drop trigger legal_documents_body_shape on legal_documents;
create trigger legal_documents_body_shape before insert or update of body on legal_documents for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.body::jsonb, '{
    "lead": ["string"], "sections": ["array"]
  }') and new.body::jsonb ?& array['lead', 'sections'])) execute function refuse_wrong_shape('body');
